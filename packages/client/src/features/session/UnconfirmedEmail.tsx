import { type ReactNode, useState } from 'react'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { AppAlert } from '../../ui/feedback/Alert.tsx'

/** An alert about an unconfirmed email address, with a button that sends the mail again. */
export function UnconfirmedEmail(): ReactNode {
  const { t } = useApp()
  const user = useSessionUser()
  if (user === undefined || user.isEmailConfirmed !== false) return null
  return (
    <AppAlert tone="warning" controls={<ResendButton userId={user.id} />}>
      {t('core.forum.user_email_confirmation.alert_message', { email: user.email })}
    </AppAlert>
  )
}

function ResendButton({ userId }: { userId: string }): ReactNode {
  const { t, api, alerts } = useApp()
  const [state, setState] = useState<'ready' | 'sending' | 'sent'>('ready')
  const resend = async () => {
    setState('sending')
    try {
      await api.request(`/users/${userId}/send-confirmation`, { method: 'POST' })
      setState('sent')
    } catch (error) {
      setState('ready')
      alerts.showError(error)
    }
  }
  const isSent = state === 'sent'
  return (
    <Button
      icon={isSent ? 'check' : undefined}
      isDisabled={isSent}
      isLoading={state === 'sending'}
      onClick={() => void resend()}
    >
      <span aria-live="polite">
        {t(`core.forum.user_email_confirmation.${isSent ? 'sent_message' : 'resend_button'}`)}
      </span>
    </Button>
  )
}
