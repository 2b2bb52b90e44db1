import type { ReactNode } from 'react'
import type { SettingFieldProps } from '../../../points/admin/setting-fields.ts'
import { useT } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'

/** A secret. A stored one never reaches the browser: one types another, removes it, or leaves the field empty to keep it. */
export function SecretInput({ setting, value, onChange, control }: SettingFieldProps): ReactNode {
  const t = useT()
  const { id } = control
  const mask = setting.value ?? ''
  const isStored = mask !== ''
  const isKept = value === mask
  const isRemoved = isStored && value === ''
  const action = t(isRemoved ? 'core.admin.settings.keep_button' : 'core.admin.upload_image.remove_button')
  const described = [control['aria-describedby'], isStored && `${id}-state`].filter(Boolean).join(' ')
  return (
    <>
      <span className="SecretInput">
        <input
          {...control}
          aria-describedby={described || undefined}
          className="Input"
          type="password"
          autoComplete="off"
          dir="ltr"
          placeholder={isRemoved ? undefined : mask}
          value={isKept ? '' : value}
          onChange={(event) => onChange(event.currentTarget.value || mask)}
        />
        {isStored && (
          <Button
            aria-label={`${action}: ${setting.label}`}
            variant="outline"
            onClick={() => onChange(isRemoved ? mask : '')}
          >
            {action}
          </Button>
        )}
      </span>
      {isStored && (
        <span className="Field-help" id={`${id}-state`}>
          {t(isRemoved ? 'core.admin.settings.secret_removed_text' : 'core.admin.settings.secret_kept_text')}
        </span>
      )}
    </>
  )
}
