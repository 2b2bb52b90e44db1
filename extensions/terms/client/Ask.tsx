import { AppAlert, Button, useApp, useForum, useRouterState, useSessionUser } from '@parley/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { review, usePending } from './policies.ts'

const dismissalKey = 'terms.dismissed'

function wasDismissed(): boolean {
  try {
    return sessionStorage.getItem(dismissalKey) !== null
  } catch {
    return false
  }
}

function rememberDismissal(): void {
  try {
    sessionStorage.setItem(dismissalKey, '1')
  } catch {}
}

/**
 * Asks a member who has something to answer: by an alert above lists, discussions and pages of users, which can be dismissed unless
 * something is mandatory. Then a modal asks, too: once for each page that is loaded, where discussions are listed. In a forum that
 * guests may not see, both are everywhere.
 */
export function Ask(): ReactNode {
  const app = useApp()
  const { canViewForum } = useForum()
  const { location } = useRouterState().entry
  const mustAccept = useSessionUser()?.fofTermsPoliciesMustAccept === true
  const pending = usePending()
  const [isDismissed, setIsDismissed] = useState(wasDismissed)
  const wasAsked = useRef(false)
  const isInList = location?.list !== undefined || !canViewForum
  useEffect(() => {
    if (!mustAccept || !isInList || wasAsked.current || pending.length === 0) return
    wasAsked.current = true
    review(app, pending)
  }, [app, mustAccept, isInList, pending])
  const isShown = isInList || /^\/[du]\//.test(location?.path ?? '')
  if (pending.length === 0 || !isShown || (isDismissed && !mustAccept)) return null
  const dismiss = () => {
    rememberDismissal()
    setIsDismissed(true)
  }
  return (
    <AppAlert
      tone={mustAccept ? 'warning' : 'info'}
      controls={
        <>
          <Button variant="outline" aria-haspopup="dialog" onClick={() => review(app, pending)}>
            {app.t('terms.forum.update-alert.review')}
          </Button>
          {!mustAccept && (
            <Button variant="quiet" icon="close" isIconOnly onClick={dismiss}>
              {app.t('terms.forum.update-alert.close')}
            </Button>
          )}
        </>
      }
    >
      {mustAccept
        ? app.t('terms.forum.update-alert.must-accept-message')
        : pending.every(({ optional }) => optional)
          ? app.t('terms.forum.update-alert.can-accept-optional-message')
          : app.t('terms.forum.update-alert.can-accept-message')}
    </AppAlert>
  )
}
