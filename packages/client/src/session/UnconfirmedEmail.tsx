import type { ReactNode } from 'react'
import { useT } from '../app-context.ts'
import { useSessionUser } from '../store/use-forum.ts'
import { AppAlert } from '../ui/Alert.tsx'

/** Reminds of an address that nobody confirmed. */
export function UnconfirmedEmail(): ReactNode {
  const user = useSessionUser()
  const t = useT()
  if (user === undefined || user.isEmailConfirmed !== false) return null
  return (
    <AppAlert tone="warning">
      {t('core.forum.user_email_confirmation.alert_message', { email: user.email })}
    </AppAlert>
  )
}
