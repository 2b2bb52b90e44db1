/** A click made before hydration. */
export interface EarlyClick {
  /** The button that was clicked last; earlier clicks count as retries. */
  button: HTMLButtonElement | undefined
  /** Stops recording, because the app handles clicks now. */
  end: () => void
}

declare global {
  interface Window {
    /** Read and removed by `replay-click.ts` after hydration. */
    earlyClick?: EarlyClick | undefined
  }
}

// Links, forms and popovers work without a script; other buttons wait.
const scriptedButton = 'button[type="button"]:not([popovertarget], [aria-disabled="true"])'

/** Records clicks until hydration, and shows a progress cursor after one. */
export function recordEarlyClicks(): void {
  const { classList } = document.documentElement
  const handleClick = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>(scriptedButton) : null
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
