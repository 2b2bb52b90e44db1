import { useApp } from '@parley/client'
import { type ReactNode, useEffect, useState } from 'react'
import { Offer } from './Offer.tsx'
import { askWrapper, isWrapped, onAnswer } from './wrapper.ts'

/** In the app for Apple's devices: offers notifications until the reader has allowed them. */
export function WrapperAlert(): ReactNode {
  const { t, boot } = useApp()
  const [state, setState] = useState<string>()
  useEffect(() => {
    if (boot.isView || !isWrapped()) return
    setState('unknown')
    const ends = [
      onAnswer('push-permission-state', setState),
      onAnswer('push-permission-request', (decision) =>
        setState(decision === 'granted' ? 'authorized' : decision),
      ),
    ]
    askWrapper('push-permission-state')
    return () => {
      for (const end of ends) end()
    }
  }, [boot])
  if (state === undefined) return null
  return (
    <Offer
      text={t(
        state === 'denied' ? 'pwa.forum.settings.pwa_notifications.access_denied' : 'pwa.forum.alerts.optin',
      )}
      label={t('pwa.forum.alerts.optin_button')}
      isOn={state === 'authorized'}
      accept={() => askWrapper('push-permission-request')}
    />
  )
}
