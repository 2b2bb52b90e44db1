import { useT } from '@parley/client'
import type { SettingFieldProps } from '@parley/client/admin'
import type { ReactNode } from 'react'

/** Says that the environment of the server decides. */
export function OfEnvironment({ control }: SettingFieldProps): ReactNode {
  const t = useT()
  return (
    <output id={control.id} className="Muted">
      {t('upload.admin.labels.configured_by_environment')}
    </output>
  )
}
