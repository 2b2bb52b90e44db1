import { type ComponentProps, type ReactNode, useId } from 'react'
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
  const described = [help !== undefined && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="Field">
      <label className="Field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {help !== undefined && (
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
      {(control) => <input {...input} {...control} className="Input" />}
    </Field>
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
