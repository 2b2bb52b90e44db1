import { type App, Button } from '@parley/client'
import { askToPush, onDecision, pushState, subscribe } from './subscription.ts'

/** Written like this by other clients, too. */
const dismissalKey = 'askvortov-pwa.notif-alert.dismissed'

/** Once for each page that is loaded: subscribes a member again who wants pushes, or asks one who was never asked. */
export async function startPush(app: App): Promise<void> {
  const state = pushState()
  if (state === 'granted' && wantsPushes(app)) await subscribe(app)
  if (state === 'default' && !wasDismissed()) offerPush(app)
}

function wantsPushes({ store, userId }: App): boolean {
  const { preferences = {} } = store.get('users', userId ?? '') ?? {}
  return Object.entries(preferences).some(([name, isOn]) => /^notify_.+_push$/.test(name) && isOn === true)
}

function offerPush(app: App): void {
  const { alerts, t } = app
  let isAnswered = false
  const close = () => {
    isAnswered = true
    alerts.dismiss(id)
  }
  const accept = () => {
    close()
    askToPush(app)
      .then((state) => {
        // The question of the browser was closed without an answer.
        if (state === 'default') rememberDismissal()
      })
      .catch((error) => alerts.showError(error))
  }
  const id = alerts.show(t('pwa.forum.alerts.optin'), {
    controls: (
      <Button variant="link" onClick={accept}>
        {t('pwa.forum.alerts.optin_button')}
      </Button>
    ),
  })
  onDecision(close)
  const stop = alerts.subscribe(() => {
    if (alerts.state.some((alert) => alert.id === id)) return
    stop()
    if (!isAnswered) rememberDismissal()
  })
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(dismissalKey) !== null
  } catch {
    // The browser keeps nothing for this site: it would be asked each time.
    return true
  }
}

function rememberDismissal(): void {
  try {
    localStorage.setItem(dismissalKey, JSON.stringify({ timestamp: Date.now() }))
  } catch {}
}
