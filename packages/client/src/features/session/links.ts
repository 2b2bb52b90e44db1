import type { ExternalRegistration } from '@parley/shared'
import type { MouseEvent } from 'react'
import { useRouterState } from '../../base/router/use-router.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { onIntent } from '../../ui/on-intent.ts'
import { isFormPage, returnOf } from './return-path.ts'

/** Initial values of a form of this feature. */
export interface SessionFormValues {
  identification?: string | undefined
  username?: string | undefined
  email?: string | undefined
  /** From a log-in at another site: the user's values there, and the token that replaces the password. */
  external?: ExternalRegistration | undefined
}

export interface SessionModalOptions {
  /** Whether to replace the open modals. */
  replace?: boolean
  values?: SessionFormValues
  /** What the visitor wanted to write: the composer opens with it after the log-in. */
  target?: ComposerTarget | undefined
}

const loadLogIn = async () => (await import('./LogInModal.tsx')).LogInModal
const importSignUp = () => import('./SignUpModal.tsx')
const loadForgotPassword = async () => (await import('./ForgotPasswordModal.tsx')).ForgotPasswordModal

/** Opens the modal to log in. Loads its code on demand, as the functions below do. */
export function openLogIn(app: App, { values = {}, target, ...options }: SessionModalOptions = {}): void {
  void app.modals.load(loadLogIn, { values, target }, options)
}

export function openSignUp(app: App, { values = {}, target, ...options }: SessionModalOptions = {}): void {
  // The fields are those of the form's page.
  const load = async () => {
    const [{ SignUpModal }, failure] = await Promise.all([
      importSignUp(),
      app.slots.loadFor('register', app.reportFailure),
    ])
    if (failure) throw failure
    return SignUpModal
  }
  void app.modals.load(load, { values, target }, options)
}

function openForgotPassword(app: App, { values = {}, ...options }: SessionModalOptions = {}): void {
  void app.modals.load(loadForgotPassword, { values }, options)
}

export interface ModalLink {
  href: string
  rel: string
  onPointerEnter: () => void
  onFocus: () => void
  onClick: (event: MouseEvent) => void
}

/** For links from one form to another: `values` returns the values typed so far. */
export interface ModalLinkOptions {
  replace?: boolean
  values?: (event: MouseEvent) => SessionFormValues
  /** What the visitor wants to write after the log-in. */
  target?: ComposerTarget | undefined
}

/** Returns the attributes of a link to a form's page. With scripts, the link opens the form's modal instead. */
function modalLink(
  href: string,
  load: () => Promise<unknown>,
  open: (options: SessionModalOptions) => void,
  { replace = false, values, target }: ModalLinkOptions = {},
): ModalLink {
  return {
    href,
    // Each page links to a form with an address of its own.
    rel: 'nofollow',
    ...onIntent(load),
    onClick(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      open({ replace, values: values?.(event) ?? {}, target })
    },
  }
}

/** The address of a form's page, with the page to which the form leads back. */
function useFormAddress(path: string, { target }: ModalLinkOptions = {}): string {
  const { href } = useApp()
  const { entry } = useRouterState()
  const here = target?.kind === 'discussion' ? '/composer' : (returnOf(entry.location) ?? entry.url)
  return href(here === '/' || isFormPage(here) ? path : `${path}?${new URLSearchParams({ return: here })}`)
}

export function useLogInLink(options?: ModalLinkOptions): ModalLink {
  const app = useApp()
  const href = useFormAddress('/login', options)
  return modalLink(href, loadLogIn, (opened) => openLogIn(app, opened), options)
}

export function useSignUpLink(options?: ModalLinkOptions): ModalLink {
  const app = useApp()
  const href = useFormAddress('/register', options)
  const load = () => Promise.all([importSignUp(), app.slots.preloadFor('register')])
  return modalLink(href, load, (opened) => openSignUp(app, opened), options)
}

export function useForgotPasswordLink(options?: ModalLinkOptions): ModalLink {
  const app = useApp()
  return modalLink(
    app.href('/forgot'),
    loadForgotPassword,
    (opened) => openForgotPassword(app, opened),
    options,
  )
}
