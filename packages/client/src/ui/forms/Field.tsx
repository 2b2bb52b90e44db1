import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useT } from '../../points/app-context.ts'
import { Button } from '../buttons/Button.tsx'
import { Icon } from '../Icon.tsx'

interface FieldProps {
  label: ReactNode
  help?: ReactNode
  /** Message about an invalid value. */
  error?: string
  /** Renders the control with the attributes that link it to label, help and error. */
  children: (control: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode
}

/** A labelled control with its help and its error. */
export function Field({ label, help, error, children }: FieldProps): ReactNode {
  const id = useId()
  // An error says again what the help says.
  const hasHelp = help !== undefined && !error
  const described = [hasHelp && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="Field">
      <label className="Field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hasHelp && (
        <p className="Field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="Field-error" id={`${id}-error`}>
          <Icon name="warn" isSmall />
          {error}
        </p>
      )}
    </div>
  )
}

type InputProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'children'>

/** A single-line input with label, help and error. */
export function InputField({ label, help, error, ...input }: InputProps): ReactNode {
  return (
    <Field label={label} help={help} error={error}>
      {(control) =>
        input.type === 'password' ? (
          <PasswordInput {...input} {...control} />
        ) : (
          <input {...input} {...control} className="Input" />
        )
      }
    </Field>
  )
}

/** A password, with a button that shows what is typed. */
function PasswordInput(input: ComponentProps<'input'>): ReactNode {
  const t = useT()
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="PasswordInput">
      <input {...input} type={isShown ? 'text' : 'password'} className="Input" />
      <Button
        icon={isShown ? 'eyeoff' : 'eye'}
        isIconOnly
        isSmall
        aria-pressed={isShown}
        disabled={input.disabled}
        onClick={() => setIsShown(!isShown)}
      >
        {t('core.lib.form.show_password_button')}
      </Button>
    </div>
  )
}

type TextAreaProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'children'>

/** A multi-line input with label, help and error. */
export function TextAreaField({ label, help, error, ...textarea }: TextAreaProps): ReactNode {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => <textarea {...textarea} {...control} className="Input" />}
    </Field>
  )
}

/** A checkbox with its label. */
export function Checkbox({ children, ...input }: ComponentProps<'input'>): ReactNode {
  return (
    <label className="Check">
      <input {...input} type="checkbox" />
      <span>{children}</span>
    </label>
  )
}
