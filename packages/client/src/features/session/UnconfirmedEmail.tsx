import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useRouterState } from '../../base/router/use-router.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { AppAlert } from '../../ui/feedback/Alert.tsx'

/**
 * An alert about an unconfirmed email address, with a button that sends the mail again. Not above the page to which
 * the mail leads.
 */
export function UnconfirmedEmail(): ReactNode {
  const { t, firstVisit, boot } = useApp()
  const { entry } = useRouterState()
  const user = useSessionUser()
  const { isFirstVisit } = useObservable(firstVisit)
  const alert = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!isFirstVisit || alert.current === null) return
    window.scrollTo(0, 0)
    alert.current.focus({ preventScroll: true })
  }, [isFirstVisit])
  const isConfirming = boot.smallPage?.status === 200 && entry.url.startsWith('/confirm/')
  if (user === undefined || user.isEmailConfirmed !== false || isConfirming) return null
  const { email, displayName: username } = user
  const text = `core.forum.user_email_confirmation.${isFirstVisit ? 'welcome_message' : 'alert_message'}`
  return (
    <AppAlert tone="warning" controls={<ResendButton userId={user.id} />} ref={alert}>
      {t(text, { email, username })}
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
