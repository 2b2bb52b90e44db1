import type { ReactNode } from 'react'
import type { SettingFieldProps } from '../../../points/admin/setting-fields.ts'
import { ColorInput } from './ColorInput.tsx'

/** The control of a setting of one text: also a switch, a number, a color or a list. */
export function SettingInput({ setting, value, onChange, control }: SettingFieldProps): ReactNode {
  const { field } = setting
  switch (field.kind) {
    case 'switch':
      return (
        <input
          {...control}
          className="Switch"
          type="checkbox"
          checked={value !== '' && value !== '0'}
          onChange={(event) => onChange(event.currentTarget.checked ? '1' : '')}
        />
      )
    case 'code':
      return (
        <textarea
          {...control}
          className="Input Input--code"
          dir="ltr"
          spellCheck={false}
          rows={8}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'longText':
    case 'list':
      return (
        <textarea
          {...control}
          className="Input"
          dir="auto"
          rows={field.kind === 'list' ? 5 : 3}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'number':
      return (
        <input
          {...control}
          className="Input Input--number"
          type="number"
          inputMode="numeric"
          min={field.min}
          max={field.max}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'color':
      return <ColorInput control={control} label={setting.label} value={value} onChange={onChange} />
    default:
      return (
        <input
          {...control}
          className="Input"
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
