import { Alert, Button, useT } from '@parley/client'
import { type ReactNode, useEffect, useState } from 'react'

/** What Apple's devices give pages in the wrapper of PWABuilder (https://github.com/pwa-builder/pwabuilder-ios). */
type Handlers = Partial<
  Record<'push-permission-request' | 'push-permission-state', { postMessage(name: string): void }>
>

const stateName = 'push-permission-state'
const requestName = 'push-permission-request'

function handlersOfWrapper(): Handlers | undefined {
  return (window as { webkit?: { messageHandlers?: Handlers } }).webkit?.messageHandlers
}

/** In the app for Apple's devices: asks for the permission to notify until the reader has given it. */
export function WrapperAlert(): ReactNode {
  const t = useT()
  const [state, setState] = useState('authorized')
  useEffect(() => {
    const handlers = handlersOfWrapper()
    if (handlers?.[requestName] === undefined) return
    setState('unknown')
    const handleState = (event: Event) => setState(String((event as CustomEvent).detail))
    window.addEventListener(stateName, handleState)
    handlers[stateName]?.postMessage(stateName)
    return () => window.removeEventListener(stateName, handleState)
  }, [])
  if (state === 'authorized') return null
  const ask = () => handlersOfWrapper()?.[requestName]?.postMessage(requestName)
  return (
    <Alert
      controls={
        <Button variant="outline" onClick={ask}>
          {t('pwa.forum.alerts.optin_button')}
        </Button>
      }
    >
      {t('pwa.forum.alerts.optin')}
    </Alert>
  )
}
