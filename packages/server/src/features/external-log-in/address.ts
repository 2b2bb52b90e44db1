import { toFragment } from '@parley/shared'
import type { Forum } from '../../points/context/context.ts'
import type { ExternalLogIn } from './complete.ts'

/**
 * Where the log-in at another site sends the browser when it is over. The client there tells the window that waits, or
 * goes on by itself. Log somebody in first: `if (result.loggedIn) session.logIn(result.token, true)`.
 */
export function externalLogInAddress({ baseUrl }: Pick<Forum, 'baseUrl'>, result: ExternalLogIn): string {
  // The token of a session is for the cookie alone.
  return `${baseUrl}/${toFragment(result.loggedIn ? { loggedIn: true } : result.registration)}`
}
