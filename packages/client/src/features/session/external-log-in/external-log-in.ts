import type { ExternalLogInResult } from '@parley/shared'
import { useEffect } from 'react'
import { useApp } from '../../../base/app-context.ts'
import { openSignUp } from '../links.ts'
import { reloadAsOther } from '../use-form-post.ts'
import { externalLogInChannel, externalLogInWindow } from './external-log-in-window.ts'

const WIDTH = 580
const HEIGHT = 400

/** Opens the log-in of another site, at a path of the forum, in a window of its own. @returns whether it opened. */
export function openExternalLogIn(address: string): boolean {
  const { screenX, screenY, outerWidth, outerHeight } = window
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2)
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2)
  const features = `width=${WIDTH},height=${HEIGHT},left=${left},top=${top},status=no,scrollbars=yes,resizable=yes`
  return window.open(address, externalLogInWindow, features) !== null
}

/**
 * Follows a log-in at another site to its end while a form offers it: logged in, the page loads anew; else the form
 * to sign up opens with what the site knows.
 */
export function useExternalLogIn(): void {
  const app = useApp()
  useEffect(() => {
    // Not the opener's window: a site on the way may have cut the two apart.
    const channel = new BroadcastChannel(externalLogInChannel)
    channel.onmessage = ({ data }: MessageEvent<ExternalLogInResult>) => {
      if (data.loggedIn) return reloadAsOther()
      const { username, email } = data
      openSignUp(app, { replace: true, values: { username, email, external: data } })
    }
    return () => channel.close()
  }, [app])
}
