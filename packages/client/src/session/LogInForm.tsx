import type { ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import { Rich } from '../i18n/Rich.tsx'
import { ApiError, type ErrorReport } from '../store/api-error.ts'
import { useForum } from '../store/use-forum.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox, InputField } from '../ui/Field.tsx'
import { FormError } from './FormError.tsx'
import { useSignUpLink } from './links.ts'
import { useFormPost } from './use-form-post.ts'

/**
 * Logs in. The same form serves as a page of its own and without a script.
 * @param isModal opened as a modal: the other form takes its place.
 */
export function LogInForm({ isModal }: { isModal?: boolean }): ReactNode {
  const { t, href, boot } = useApp()
  const { baseUrl, allowSignUp } = useForum()
  const signUp = useSignUpLink({ replace: true })
  const { form, report, isSending, handleSubmit } = useFormPost(`${baseUrl}/login`, readLogIn, explainLogIn)
  return (
    <form ref={form} className="SessionForm" method="post" action={href('/login')} onSubmit={handleSubmit}>
      <FormError report={report} />
      <InputField
        label={t('core.forum.log_in.username_or_email_placeholder')}
        name="identification"
        defaultValue={boot.form?.values.identification}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={report?.fields.identification}
      />
      <InputField
        // A wrong password is of no use to the next try.
        key={report === undefined ? 'first' : 'again'}
        label={t('core.forum.log_in.password_placeholder')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={report?.fields.password}
      />
      <Checkbox name="remember" value="1">
        {t('core.forum.log_in.remember_me_label')}
      </Checkbox>
      <input type="hidden" name="csrfToken" value={boot.session.csrfToken} />
      <Button type="submit" variant="primary" isBlock isLoading={isSending}>
        {t('core.forum.log_in.submit_button')}
      </Button>
      {allowSignUp && (
        <p className="Small Muted">
          <Rich
            id="core.forum.log_in.sign_up_text"
            params={{
              link: (text) => (isModal ? <a {...signUp}>{text}</a> : <a href={signUp.href}>{text}</a>),
            }}
          />
        </p>
      )}
    </form>
  )
}

function readLogIn(data: FormData): object {
  return {
    identification: data.get('identification'),
    password: data.get('password'),
    remember: data.has('remember'),
  }
}

function explainLogIn(error: unknown): ErrorReport | undefined {
  if (!(error instanceof ApiError) || error.status !== 401) return undefined
  return { key: 'core.forum.log_in.invalid_login_message', lines: [], fields: {}, firstField: 'password' }
}
