import type { SettingFieldProps } from '../../points/setting-fields.ts'

/** Props of the control of a setting. */
export interface ControlProps extends SettingFieldProps {
  /** Attributes that link the control to label, help and error. */
  control: {
    id: string
    name: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }
}
