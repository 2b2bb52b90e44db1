import { defineClientExtension } from '@parley/client'
import type { SettingFieldProps } from '@parley/client/admin'
import type { ReactNode } from 'react'

/** In `admin.tsx`: the server says `field: { kind: 'component', component: 'clock' }`. */
export default defineClientExtension({
  settingFields: { clock: ClockField },
})

function ClockField({ value, onChange, control }: SettingFieldProps): ReactNode {
  return <input type="time" {...control} value={value} onChange={(event) => onChange(event.target.value)} />
}
