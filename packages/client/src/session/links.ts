import { type App, useApp } from '../app-context.ts'

/** Opens a modal of this feature; its code is loaded only now. */
export function openLogIn(app: App, options: { replace?: boolean } = {}): void {
  const load = async () => (await import('./LogInModal.tsx')).LogInModal
  void app.modals.load(load, {}, options)
}

export function openSignUp(app: App, options: { replace?: boolean } = {}): void {
  const load = async () => (await import('./SignUpModal.tsx')).SignUpModal
  void app.modals.load(load, {}, options)
}

export interface ModalLink {
  href: string
  onClick: (event: {
    preventDefault(): void
    metaKey?: boolean
    ctrlKey?: boolean
    shiftKey?: boolean
  }) => void
}

/** Attributes of a link to a form's page that opens its modal instead where scripts run. */
function modalLink(href: string, open: () => void): ModalLink {
  return {
    href,
    onClick(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      open()
    },
  }
}

export function useLogInLink(options?: { replace?: boolean }): ModalLink {
  const app = useApp()
  return modalLink(app.href('/login'), () => openLogIn(app, options))
}

export function useSignUpLink(options?: { replace?: boolean }): ModalLink {
  const app = useApp()
  return modalLink(app.href('/register'), () => openSignUp(app, options))
}
