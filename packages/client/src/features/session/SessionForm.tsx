import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { useForum } from '../../base/records/use-forum.ts'
import { useApp } from '../../points/app-context.ts'
import { useHasItems } from '../../points/slots.tsx'
import type { ErrorReport, FieldErrors } from '../../store/api-error.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { InputField } from '../../ui/forms/Field.tsx'
import { useExternalLogIn } from './external-log-in/external-log-in.ts'
import { FormError } from './FormError.tsx'
import type { ModalLink } from './links.ts'
import { returnOf } from './return-path.ts'
import { LogInButtons } from './slots.ts'
import { type FormPost, useFormPost } from './use-form-post.ts'

interface SessionFormProps {
  /** Path that the form is posted to, below the base path; scripts send JSON to the same path. */
  path: string
  /** Returns the members of the body. */
  read: FormPost['read']
  /** Returns the form's own report for an error, if it has one. */
  explain?: (error: unknown) => ErrorReport | undefined
  submitLabel: string
  /** Link to the other form. `text` is the key of a message with `<link>` in it. */
  other?: { text: string; link: ModalLink } | undefined
  /** True in a modal: the other form replaces this one. */
  isModal: boolean | undefined
  /** What goes on after success. */
  plan: FormPost['plan']
  /** Whether to offer external log-ins. False after a log-in at another site. */
  hasExternal?: boolean
  /** Renders the fields. @param report errors of the last submission. */
  children: (report: ErrorReport | undefined) => ReactNode
}

/** The common part of the forms to log in and to sign up. Works in a modal, on a page, and without scripts. */
export function SessionForm(props: SessionFormProps): ReactNode {
  const { path, read, explain, submitLabel, other, isModal, plan, hasExternal = true, children } = props
  const { href, boot } = useApp()
  const returnTo = useReturn()
  const { baseUrl } = useForum()
  const { form, report, isSending, handleSubmit } = useFormPost({
    address: baseUrl + path,
    read,
    explain,
    plan,
  })
  useExternalLogIn(plan)
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
        {!isModal && returnTo !== undefined && <input type="hidden" name="return" value={returnTo} />}
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

/** The page to which the form leads, as its address or the form posted before asks. */
function useReturn(): string | undefined {
  const { boot, router } = useApp()
  return boot.form?.values.return ?? returnOf(router.state.entry.location)
}

interface SessionFieldProps {
  name: string
  label: string
  help?: string | undefined
  /** Errors of the last submission, by field. */
  errors: FieldErrors | undefined
  /** The kind of value that a password manager may fill in. */
  autoComplete: NonNullable<ComponentProps<'input'>['autoComplete']>
  value?: string | undefined
  /** True if another site has verified the value: it cannot be changed. */
  isProvided?: boolean | undefined
  /** It may stay empty. */
  isOptional?: boolean
  /** Only the browser requires it: the form is not sent without it. */
  isBrowserRule?: boolean
}

/** A field of these forms. Keeps a value that was posted without scripts, but no password. */
export function SessionField(props: SessionFieldProps): ReactNode {
  const { name, label, help, errors, autoComplete, value, isProvided, isOptional, isBrowserRule } = props
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
      required={!isOptional}
      {...(isBrowserRule && { 'data-browser-rule': '' })}
      error={errors?.[name]}
    />
  )
}

/** Returns what was typed into a field in the form around a link. */
export function fieldValue(event: MouseEvent, name: string): string {
  const field = event.currentTarget.closest('form')?.elements.namedItem(name)
  return field instanceof HTMLInputElement && field.type !== 'hidden' ? field.value.trim() : ''
}
