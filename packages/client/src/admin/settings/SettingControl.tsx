import { type ReactNode, useId } from 'react'
import type { SettingFieldProps, SettingInfo } from '../../points/admin/setting-fields.ts'
import { useT } from '../../points/app-context.ts'
import { ExtensionErrorBoundary } from '../../points/error-boundary.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useAdmin } from '../use-admin.ts'
import { ChoiceInput } from './fields/ChoiceInput.tsx'
import { PictureInput } from './fields/PictureInput.tsx'
import { SecretInput } from './fields/SecretInput.tsx'
import { SettingInput } from './fields/SettingInput.tsx'

interface SettingControlProps {
  setting: SettingInfo
  value: string
  /** The value is not saved yet. */
  isChanged: boolean
  error: string | undefined
  /** What another administrator has stored meanwhile. */
  conflict: string | undefined
  onChange: (value: string) => void
  /** Takes the value of the other administrator. */
  onYield: () => void
}

/** A setting: label and control, beside it what it does, below it what is wrong. */
export function SettingControl(props: SettingControlProps): ReactNode {
  const { setting, value, isChanged, error, conflict, onYield, onChange } = props
  const id = useId()
  const t = useT()
  const { kind } = setting.field
  const isSwitch = kind === 'switch'
  const help = [setting.help, kind === 'list' && t('core.admin.settings.list_text')].filter(Boolean).join(' ')
  const described = [help && `${id}-help`, error && `${id}-error`, conflict !== undefined && `${id}-conflict`]
  const control: SettingFieldProps = {
    setting,
    value,
    error,
    onChange,
    control: {
      id,
      name: setting.key,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    },
  }
  return (
    <div
      className={classNames('Setting', isSwitch && 'Setting--switch', isChanged && 'is-changed')}
      data-setting={setting.key}
    >
      <label className="Field-label Setting-label" id={`${id}-label`} htmlFor={id}>
        {setting.row && <VisuallyHidden>{setting.row} </VisuallyHidden>}
        {setting.label}
      </label>
      <div className="Setting-control">
        <Control {...control} />
      </div>
      {help && (
        <p className="Field-help Setting-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="Field-error Setting-problem" id={`${id}-error`}>
          <Icon name="warn" isSmall />
          {error}
        </p>
      )}
      {conflict !== undefined && (
        <p className="Field-error Setting-problem" id={`${id}-conflict`}>
          <Icon name="warn" isSmall />
          <span>
            {t('core.admin.settings.changed_meanwhile_text', { value: shownValue(setting, conflict, t) })}{' '}
            <Button variant="link" onClick={onYield}>
              {t('core.admin.settings.take_theirs_button')}
            </Button>
          </span>
        </p>
      )}
    </div>
  )
}

function Control(props: SettingFieldProps): ReactNode {
  const { settingFields } = useAdmin()
  const { kind, component = '' } = props.setting.field
  if (kind === 'choice') return <ChoiceInput {...props} />
  if (kind === 'picture') return <PictureInput {...props} />
  if (kind === 'secret') return <SecretInput {...props} />
  const custom = kind === 'component' ? settingFields.get(component) : undefined
  if (custom === undefined) return <SettingInput {...props} />
  if (custom.extension === undefined) return <custom.Component {...props} />
  // The setting can still be changed as a text.
  return (
    <ExtensionErrorBoundary extension={custom.extension} fallback={<SettingInput {...props} />}>
      <custom.Component {...props} />
    </ExtensionErrorBoundary>
  )
}

/** A value in words: the name of an option, on or off. */
function shownValue({ field }: SettingInfo, value: string, t: (key: string) => string): string {
  if (field.kind === 'switch') {
    return t(`core.admin.settings.${value === '' || value === '0' ? 'switched_off' : 'switched_on'}`)
  }
  const option = field.options?.find((option) => option.value === value)
  return option?.name ?? (value === '' ? t('core.admin.settings.empty_value') : value)
}
