import type { ExternalLogInResult } from '@parley/shared'
import { useEffect } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { openSignUp } from '../links.ts'
import { type FormPost, leaveForm } from '../use-form-post.ts'
import { externalLogInChannel, externalLogInWindow } from './external-log-in-window.ts'

const popUpWidth = 580
const popUpHeight = 400

/** Opens the log-in of another site in a pop-up, at a path of the forum. @returns whether the pop-up opened. */
export function openExternalLogIn(address: string): boolean {
  const { screenX, screenY, outerWidth, outerHeight } = window
  const left = Math.round(screenX + (outerWidth - popUpWidth) / 2)
  const top = Math.round(screenY + (outerHeight - popUpHeight) / 2)
  const features = `width=${popUpWidth},height=${popUpHeight},left=${left},top=${top},status=no,scrollbars=yes,resizable=yes`
  return window.open(address, externalLogInWindow, features) !== null
}

/**
 * Waits for the result of a log-in at another site while a form offers it. Reloads the page if the user is logged
 * in; else opens the form to sign up with the values from that site.
 */
export function useExternalLogIn({ target }: FormPost['plan']): void {
  const app = useApp()
  useEffect(() => {
    // A channel instead of `window.opener`, which the other site may have severed.
    const channel = new BroadcastChannel(externalLogInChannel)
    channel.onmessage = ({ data }: MessageEvent<ExternalLogInResult>) => {
      if (data.loggedIn) return leaveForm(app, { target })
      const { username, email } = data
      openSignUp(app, { replace: true, values: { username, email, external: data }, target })
    }
    return () => channel.close()
  }, [app, target])
}
