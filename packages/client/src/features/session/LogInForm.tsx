import type { MouseEvent, ReactNode } from 'react'
import { useForum } from '../../base/records/use-forum.ts'
import { useT } from '../../points/app-context.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { ApiError, type ErrorReport } from '../../store/api-error.ts'
import { Checkbox } from '../../ui/forms/Field.tsx'
import { type SessionFormValues, useForgotPasswordLink, useSignUpLink } from './links.ts'
import { fieldValue, SessionField, SessionForm } from './SessionForm.tsx'

interface LogInFormProps {
  isModal?: boolean
  values?: SessionFormValues
  /** What the visitor wants to write. */
  target?: ComposerTarget | undefined
}

/** The form to log in. */
export function LogInForm({ isModal, values = {}, target }: LogInFormProps): ReactNode {
  const t = useT()
  const { allowSignUp } = useForum()
  const signUp = useSignUpLink({ replace: true, values: readTypedName, target })
  const forgot = useForgotPasswordLink({ replace: true, values: readTypedName })
  const plan = { target }
  return (
    <SessionForm
      path="/login"
      read={readLogIn}
      explain={explainLogIn}
      submitLabel={t('core.forum.log_in.submit_button')}
      other={allowSignUp ? { text: 'core.forum.log_in.sign_up_text', link: signUp } : undefined}
      isModal={isModal}
      plan={plan}
    >
      {(report) => (
        <>
          <SessionField
            name="identification"
            label={t('core.forum.log_in.username_or_email_placeholder')}
            autoComplete="username"
            value={values.identification}
            errors={report?.fields}
          />
          <SessionField
            // The key clears a wrong password for the next attempt.
            key={report?.key === undefined ? 'first' : 'again'}
            name="password"
            label={t('core.forum.log_in.password_placeholder')}
            autoComplete="current-password"
            errors={report?.fields}
          />
          <div className="SessionForm-line">
            <Checkbox name="remember" value="1">
              {t('core.forum.log_in.remember_me_label')}
            </Checkbox>
            <small>
              <a {...(isModal ? forgot : { href: forgot.href })}>
                {t('core.forum.log_in.forgot_password_link')}
              </a>
            </small>
          </div>
        </>
      )}
    </SessionForm>
  )
}

/** Returns the username or email address typed so far. */
function readTypedName(event: MouseEvent): SessionFormValues {
  const typed = fieldValue(event, 'identification')
  return typed.includes('@') ? { email: typed } : { username: typed }
}

function readLogIn(data: FormData): object {
  return {
    // A keyboard that completes words adds a blank.
    identification: String(data.get('identification')).trim(),
    password: data.get('password'),
    remember: data.has('remember'),
  }
}

function explainLogIn(error: unknown): ErrorReport | undefined {
  if (!(error instanceof ApiError) || error.status !== 401) return undefined
  return { key: 'core.forum.log_in.invalid_login_message', lines: [], fields: {}, firstField: 'password' }
}
