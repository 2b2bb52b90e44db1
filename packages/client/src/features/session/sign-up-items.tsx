import type { ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import { SessionField } from './SessionForm.tsx'
import { SignUpFields, type SignUpProps } from './slots.ts'

function UsernameField({ errors, values: { username, external } }: SignUpProps): ReactNode {
  const t = useT()
  return (
    <SessionField
      name="username"
      label={t('core.forum.sign_up.username_placeholder')}
      help={t('core.forum.sign_up.username_help')}
      autoComplete="username"
      value={username}
      isProvided={external?.provided.includes('username')}
      errors={errors}
    />
  )
}

function EmailField({ errors, values: { email, external } }: SignUpProps): ReactNode {
  const t = useT()
  return (
    <SessionField
      name="email"
      label={t('core.forum.sign_up.email_placeholder')}
      autoComplete="email"
      value={email}
      isProvided={external?.provided.includes('email')}
      errors={errors}
    />
  )
}

/** The password, or what stands for it after a log-in at another site. */
function PasswordField({ errors, values: { external } }: SignUpProps): ReactNode {
  const t = useT()
  if (external) return <input type="hidden" name="token" value={external.token} />
  return (
    <SessionField
      name="password"
      label={t('core.forum.sign_up.password_placeholder')}
      help={t('core.forum.sign_up.password_help')}
      autoComplete="new-password"
      errors={errors}
    />
  )
}

/** The core's fields of the sign-up form. */
export default [
  SignUpFields.add('username', UsernameField, { priority: 100 }),
  SignUpFields.add('email', EmailField, { priority: 90 }),
  SignUpFields.add('password', PasswordField, { priority: 80 }),
]
