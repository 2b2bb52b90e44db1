import { fromFragment } from '@parley/shared'
import type { App } from '../../../base/app-context.ts'
import { openSignUp } from '../links.ts'
import { externalLogInChannel, externalLogInWindow } from './external-log-in-window.ts'

/**
 * Ends a log-in at another site that leads here: in a window of its own it tells the window that waits, and closes;
 * else it goes on in this one.
 */
export function finishExternalLogIn(app: App): void {
  const result = fromFragment(window.location.hash)
  if (result === undefined) return
  history.replaceState(history.state, '', window.location.pathname + window.location.search)
  if (window.name === externalLogInWindow) {
    new BroadcastChannel(externalLogInChannel).postMessage(result)
    // After the message is on its way.
    setTimeout(() => window.close())
  } else if (!result.loggedIn) {
    const { username, email } = result
    openSignUp(app, { values: { username, email, external: result } })
  }
}
