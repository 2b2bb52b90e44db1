import { Alert, alertOnError, LinkButton, useApp } from '@parley/client'
import { type ReactNode, useEffect, useState } from 'react'
import { Offer } from './Offer.tsx'
import { askToPush, type PushState, pushState } from './subscription.ts'
import { isWrapped } from './wrapper.ts'

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
  useEffect(() => setState(pushState()), [])
  if (!forum.vapidPublicKey || boot.isView || state === undefined) return null
  // The wrapper has an offer of its own.
  if (state === 'unsupported' && isWrapped()) return null
  const ask = async () => {
    await alertOnError(app, () => askToPush(app))
    setState(pushState())
  }
  if (state === 'default' || state === 'granted') {
    return (
      <Offer
        text={t('pwa.forum.settings.pwa_notifications.access_default')}
        label={t('pwa.forum.settings.pwa_notifications.access_default_button')}
        isOn={state === 'granted'}
        accept={ask}
      />
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
