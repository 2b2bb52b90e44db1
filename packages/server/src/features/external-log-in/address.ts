import { toFragment } from '@parley/shared'
import type { Forum } from '../../points/context/context.ts'
import type { ExternalLogIn } from './complete.ts'

/**
 * The redirect target after a log-in at another site. The client there notifies the window that opened it, or
 * continues by itself. Log in before: `if (result.loggedIn) session.logIn(result.token, true)`.
 */
export function externalLogInAddress({ baseUrl }: Pick<Forum, 'baseUrl'>, result: ExternalLogIn): string {
  // The session's token goes only into the cookie, never into a URL.
  return `${baseUrl}/${toFragment(result.loggedIn ? { loggedIn: true } : result.registration)}`
}
