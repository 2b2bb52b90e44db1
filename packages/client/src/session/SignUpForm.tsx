import type { ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import { Rich } from '../i18n/Rich.tsx'
import { useForum } from '../store/use-forum.ts'
import { Button } from '../ui/Button.tsx'
import { InputField } from '../ui/Field.tsx'
import { FormError } from './FormError.tsx'
import { useLogInLink } from './links.ts'
import { SignUpFields } from './slots.ts'
import { useFormPost } from './use-form-post.ts'

/** Signs up. The same form serves as a page of its own and without a script. */
export function SignUpForm({ isModal }: { isModal?: boolean }): ReactNode {
  const { t, href, boot } = useApp()
  const { baseUrl } = useForum()
  const logIn = useLogInLink({ replace: true })
  const { form, report, isSending, handleSubmit } = useFormPost(`${baseUrl}/register`, readSignUp)
  return (
    <form ref={form} className="SessionForm" method="post" action={href('/register')} onSubmit={handleSubmit}>
      <FormError report={report} />
      <InputField
        label={t('core.forum.sign_up.username_placeholder')}
        name="username"
        defaultValue={boot.form?.values.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={report?.fields.username}
      />
      <InputField
        label={t('core.forum.sign_up.email_placeholder')}
        name="email"
        defaultValue={boot.form?.values.email}
        type="email"
        autoComplete="email"
        required
        error={report?.fields.email}
      />
      <InputField
        label={t('core.forum.sign_up.password_placeholder')}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        error={report?.fields.password}
      />
      <SignUpFields errors={report?.fields ?? {}} />
      <input type="hidden" name="csrfToken" value={boot.session.csrfToken} />
      <Button type="submit" variant="primary" isBlock isLoading={isSending}>
        {t('core.forum.sign_up.submit_button')}
      </Button>
      <p className="Small Muted">
        <Rich
          id="core.forum.sign_up.log_in_text"
          params={{ link: (text) => (isModal ? <a {...logIn}>{text}</a> : <a href={logIn.href}>{text}</a>) }}
        />
      </p>
    </form>
  )
}

/** Every named control: extensions add some. */
function readSignUp(data: FormData): object {
  data.delete('csrfToken')
  return Object.fromEntries(data)
}
