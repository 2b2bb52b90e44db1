import type { ExternalRegistration } from '@parley/shared'
import type { MouseEvent } from 'react'
import { type App, useApp } from '../../base/app-context.ts'
import { onIntent } from '../../ui/on-intent.ts'

/** What a form of this feature begins with. */
export interface SessionFormValues {
  identification?: string | undefined
  username?: string | undefined
  email?: string | undefined
  /** Of a log-in at another site: what it knows about the person, and the token that stands for the password. */
  external?: ExternalRegistration | undefined
}

export interface SessionModalOptions {
  /** In the place of the modals that are open. */
  replace?: boolean
  values?: SessionFormValues
}

const loadLogIn = async () => (await import('./LogInModal.tsx')).LogInModal
const loadSignUp = async () => (await import('./SignUpModal.tsx')).SignUpModal
const loadForgot = async () => (await import('./ForgotPasswordModal.tsx')).ForgotPasswordModal

/** Opens a modal of this feature; its code is loaded only now. */
export function openLogIn(app: App, { values = {}, ...options }: SessionModalOptions = {}): void {
  void app.modals.load(loadLogIn, { values }, options)
}

export function openSignUp(app: App, { values = {}, ...options }: SessionModalOptions = {}): void {
  void app.modals.load(loadSignUp, { values }, options)
}

export function openForgotPassword(app: App, { values = {}, ...options }: SessionModalOptions = {}): void {
  void app.modals.load(loadForgot, { values }, options)
}

export interface ModalLink {
  href: string
  onPointerEnter: () => void
  onFocus: () => void
  onClick: (event: MouseEvent) => void
}

/** For links from one form to another: what was typed there already. */
export interface ModalLinkOptions {
  replace?: boolean
  values?: (event: MouseEvent) => SessionFormValues
}

/** Attributes of a link to a form's page that opens its modal instead where scripts run. */
function modalLink(
  href: string,
  load: () => Promise<unknown>,
  open: (options: SessionModalOptions) => void,
  { replace = false, values }: ModalLinkOptions = {},
): ModalLink {
  return {
    href,
    ...onIntent(load),
    onClick(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      open({ replace, values: values?.(event) ?? {} })
    },
  }
}

export function useLogInLink(options?: ModalLinkOptions): ModalLink {
  const app = useApp()
  return modalLink(app.href('/login'), loadLogIn, (opened) => openLogIn(app, opened), options)
}

export function useSignUpLink(options?: ModalLinkOptions): ModalLink {
  const app = useApp()
  return modalLink(app.href('/register'), loadSignUp, (opened) => openSignUp(app, opened), options)
}

export function useForgotPasswordLink(options?: ModalLinkOptions): ModalLink {
  const app = useApp()
  return modalLink(app.href('/forgot'), loadForgot, (opened) => openForgotPassword(app, opened), options)
}
