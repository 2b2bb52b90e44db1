/** What was clicked before the scripts that answer clicks had arrived. */
export interface EarlyClick {
  /** The last button; those before it were tries. */
  button: HTMLButtonElement | undefined
  /** From now on the app answers. */
  end: () => void
}

declare global {
  interface Window {
    /** Taken by `replay-click.ts` when the page has come to life. */
    earlyClick?: EarlyClick | undefined
  }
}

// Links, forms and popovers work without a script; other buttons wait.
const waiting = 'button[type="button"]:not([popovertarget], [aria-disabled="true"])'

/** Notes clicks from the first moment on, and shows that they were noticed. */
export function recordEarlyClicks(): void {
  const { classList } = document.documentElement
  const handleClick = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>(waiting) : null
    if (button === null) return
    early.button = button
    classList.add('is-waiting')
  }
  const early: EarlyClick = {
    button: undefined,
    end() {
      document.removeEventListener('click', handleClick, true)
      classList.remove('is-waiting')
    },
  }
  window.earlyClick = early
  document.addEventListener('click', handleClick, true)
}
