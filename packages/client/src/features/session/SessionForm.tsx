import type { MouseEvent, ReactNode } from 'react'
import { useApp } from '../../base/app-context.ts'
import { Rich } from '../../base/i18n/Rich.tsx'
import { useHasItems } from '../../base/points/slots.tsx'
import { useForum } from '../../base/records/use-forum.ts'
import type { ErrorReport } from '../../store/api-error.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { InputField } from '../../ui/forms/Field.tsx'
import { useExternalLogIn } from './external-log-in/external-log-in.ts'
import { FormError } from './FormError.tsx'
import type { ModalLink } from './links.ts'
import { LogInButtons } from './slots.ts'
import { useFormPost } from './use-form-post.ts'

interface SessionFormProps {
  /** Where it is sent, below the base path; scripts send JSON to the same path. */
  path: string
  /** The members of the body. */
  read: (data: FormData) => object
  /** Words of its own for a failure. */
  explain?: (error: unknown) => ErrorReport | undefined
  submitLabel: string
  /** The way to the other form. `text` is the key of a message with `<link>` in it. */
  other?: { text: string; link: ModalLink } | undefined
  /** Opened as a modal: the other form takes its place. */
  isModal: boolean | undefined
  /** Offers to log in elsewhere. Not where somebody just did. */
  hasExternal?: boolean
  /** Draws the fields. @param report what was wrong with the last try. */
  children: (report: ErrorReport | undefined) => ReactNode
}

/** What logging in and signing up share. The same form serves in a modal, as a page of its own and without a script. */
export function SessionForm(props: SessionFormProps): ReactNode {
  const { path, read, explain, submitLabel, other, isModal, hasExternal = true, children } = props
  const { href, boot } = useApp()
  const { baseUrl } = useForum()
  const { form, report, isSending, handleSubmit } = useFormPost(baseUrl + path, read, explain)
  useExternalLogIn()
  const hasButtons = useHasItems(LogInButtons) && hasExternal
  return (
    <>
      {hasButtons && (
        <div className="LogInButtons">
          <LogInButtons />
        </div>
      )}
      <form ref={form} className="SessionForm" method="post" action={href(path)} onSubmit={handleSubmit}>
        <FormError report={report} />
        {children(report)}
        <input type="hidden" name="csrfToken" value={boot.session.csrfToken} />
        <Button type="submit" variant="primary" isBlock isLoading={isSending}>
          {submitLabel}
        </Button>
        {other && (
          <p className="Small Muted">
            <Rich
              id={other.text}
              params={{
                link: (text) => <a {...(isModal ? other.link : { href: other.link.href })}>{text}</a>,
              }}
            />
          </p>
        )}
      </form>
    </>
  )
}

interface SessionFieldProps {
  name: string
  label: string
  help?: string | undefined
  report: ErrorReport | undefined
  /** What a password manager may fill in. */
  autoComplete: 'username' | 'email' | 'current-password' | 'new-password'
  value?: string | undefined
  /** Another site vouches for the value. */
  isProvided?: boolean | undefined
}

/** A required field of these forms. What was posted without a script stands in it again, but for passwords. */
export function SessionField(props: SessionFieldProps): ReactNode {
  const { name, label, help, report, autoComplete, value, isProvided } = props
  const { boot } = useApp()
  const isPassword = autoComplete.endsWith('password')
  return (
    <InputField
      label={label}
      help={help}
      name={name}
      type={isPassword ? 'password' : autoComplete === 'email' ? 'email' : 'text'}
      defaultValue={isPassword ? undefined : (boot.form?.values[name] ?? value)}
      readOnly={isProvided}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      error={report?.fields[name]}
    />
  )
}

/** What stands in a field of the form that a link is in. */
export function fieldValue(event: MouseEvent, name: string): string {
  const field = event.currentTarget.closest('form')?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value.trim() : ''
}
