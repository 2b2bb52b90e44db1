import type { ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import { ApiError, type ErrorReport } from '../store/api-error.ts'
import { useForum } from '../store/use-forum.ts'
import { Checkbox } from '../ui/Field.tsx'
import { useSignUpLink } from './links.ts'
import { SessionField, SessionForm } from './SessionForm.tsx'

/** Logs in. */
export function LogInForm({ isModal }: { isModal?: boolean }): ReactNode {
  const { t, href } = useApp()
  const { allowSignUp } = useForum()
  const signUp = useSignUpLink({ replace: true })
  return (
    <SessionForm
      path="/login"
      read={readLogIn}
      explain={explainLogIn}
      submitLabel={t('core.forum.log_in.submit_button')}
      other={allowSignUp ? { text: 'core.forum.log_in.sign_up_text', link: signUp } : undefined}
      isModal={isModal}
    >
      {(report) => (
        <>
          <SessionField
            name="identification"
            label={t('core.forum.log_in.username_or_email_placeholder')}
            autoComplete="username"
            report={report}
          />
          <SessionField
            // A wrong password is of no use to the next try.
            key={report === undefined ? 'first' : 'again'}
            name="password"
            label={t('core.forum.log_in.password_placeholder')}
            autoComplete="current-password"
            report={report}
          />
          <div className="SessionForm-line">
            <Checkbox name="remember" value="1">
              {t('core.forum.log_in.remember_me_label')}
            </Checkbox>
            <a href={href('/forgot')}>{t('core.forum.log_in.forgot_password_link')}</a>
          </div>
        </>
      )}
    </SessionForm>
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
