import type { ReactNode } from 'react'
import { useT } from '../app-context.ts'
import { useLogInLink } from './links.ts'
import { SessionField, SessionForm } from './SessionForm.tsx'
import { SignUpFields } from './slots.ts'

/** Signs up. */
export function SignUpForm({ isModal }: { isModal?: boolean }): ReactNode {
  const t = useT()
  const logIn = useLogInLink({ replace: true })
  return (
    <SessionForm
      path="/register"
      read={readSignUp}
      submitLabel={t('core.forum.sign_up.submit_button')}
      other={{ text: 'core.forum.sign_up.log_in_text', link: logIn }}
      isModal={isModal}
    >
      {(report) => (
        <>
          <SessionField
            name="username"
            label={t('core.forum.sign_up.username_placeholder')}
            help={t('core.forum.sign_up.username_help')}
            autoComplete="username"
            report={report}
          />
          <SessionField
            name="email"
            label={t('core.forum.sign_up.email_placeholder')}
            autoComplete="email"
            report={report}
          />
          <SessionField
            name="password"
            label={t('core.forum.sign_up.password_placeholder')}
            help={t('core.forum.sign_up.password_help')}
            autoComplete="new-password"
            report={report}
          />
          <SignUpFields errors={report?.fields ?? {}} />
        </>
      )}
    </SessionForm>
  )
}

/** Every named control: extensions add some. */
function readSignUp(data: FormData): object {
  data.delete('csrfToken')
  return Object.fromEntries(data)
}
