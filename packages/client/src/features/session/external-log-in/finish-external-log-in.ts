import { fromFragment } from '@parley/shared'
import type { App } from '../../../points/app.ts'
import { openSignUp } from '../links.ts'
import { externalLogInChannel, externalLogInWindow } from './external-log-in-window.ts'

/**
 * Finishes a log-in at another site that returns to this page. A pop-up sends the result to the waiting window and
 * closes; without a pop-up this window continues.
 */
export function finishExternalLogIn(app: App): void {
  const result = fromFragment(window.location.hash)
  if (result === undefined) return
  history.replaceState(history.state, '', window.location.pathname + window.location.search)
  if (window.name === externalLogInWindow) {
    new BroadcastChannel(externalLogInChannel).postMessage(result)
    // Closes after the message was sent.
    setTimeout(() => window.close())
  } else if (!result.loggedIn) {
    const { username, email } = result
    openSignUp(app, { values: { username, email, external: result } })
  }
}
