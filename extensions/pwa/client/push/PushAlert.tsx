import { Alert, alertOnError, Button, LinkButton, useApp } from '@parley/client'
import { type ReactNode, useEffect, useState } from 'react'
import { askToPush, type PushState, pushState } from './subscription.ts'

/** Where readers learn how to let a site notify again, and which browsers can. */
const help = {
  denied: 'https://support.google.com/chrome/answer/3220216',
  unsupported: 'https://caniuse.com/push-api',
}

/** In the settings of notifications: offers pushes, or says why there are none. */
export function PushAlert(): ReactNode {
  const app = useApp()
  const { t, forum, boot } = app
  const [state, setState] = useState<PushState>()
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => setState(pushState()), [])
  if (!forum.vapidPublicKey || boot.isView || state === undefined || state === 'granted') return null
  const ask = async () => {
    setIsBusy(true)
    await alertOnError(app, () => askToPush(app))
    setState(pushState())
    setIsBusy(false)
  }
  if (state === 'default') {
    return (
      <Alert
        controls={
          <Button variant="outline" isLoading={isBusy} onClick={() => void ask()}>
            {t('pwa.forum.settings.pwa_notifications.access_default_button')}
          </Button>
        }
      >
        {t('pwa.forum.settings.pwa_notifications.access_default')}
      </Alert>
    )
  }
  const [text, button] =
    state === 'denied'
      ? [
          t('pwa.forum.settings.pwa_notifications.access_denied'),
          t('pwa.forum.settings.pwa_notifications.access_denied_button'),
        ]
      : [
          t('pwa.forum.settings.pwa_notifications.no_browser_support'),
          t('pwa.forum.settings.pwa_notifications.no_browser_support_button'),
        ]
  return (
    <Alert
      tone="warning"
      controls={
        <LinkButton variant="outline" href={help[state]} target="_blank" rel="noopener noreferrer">
          {button}
        </LinkButton>
      }
    >
      {text}
    </Alert>
  )
}
