import {
  AppAlert,
  Button,
  useApp,
  useForum,
  useInBrowser,
  useRouterState,
  useSessionUser,
} from '@parley/client'
import { type ReactNode, useState } from 'react'
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

/** Above lists, discussions and pages of users, while there is something to answer. What is mandatory cannot be dismissed. */
export function UpdateAlert(): ReactNode {
  const app = useApp()
  const { t } = app
  const { canViewForum } = useForum()
  const { location } = useRouterState().entry
  const mustAccept = useSessionUser()?.fofTermsPoliciesMustAccept === true
  const pending = usePending()
  // The server does not know it: there the alert is left out, so that it does not vanish.
  const isKept = useInBrowser(() => !wasDismissed())
  const [isDismissed, setIsDismissed] = useState(false)
  const isHere = location?.list !== undefined || /^\/[du]\//.test(location?.path ?? '') || !canViewForum
  if (pending.length === 0 || !isHere) return null
  if (!mustAccept && (!isKept || isDismissed)) return null
  const areOptional = pending.every(({ optional }) => optional)
  const text = mustAccept
    ? 'must-accept-message'
    : areOptional
      ? 'can-accept-optional-message'
      : 'can-accept-message'
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
            {t('terms.forum.update-alert.review')}
          </Button>
          {!mustAccept && (
            <Button variant="quiet" icon="close" isIconOnly onClick={dismiss}>
              {t('terms.forum.update-alert.close')}
            </Button>
          )}
        </>
      }
    >
      {t(`terms.forum.update-alert.${text}`)}
    </AppAlert>
  )
}
