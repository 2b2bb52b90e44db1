import type { App } from '../../points/app.ts'
import { announce, ensureLiveRegion } from './announce.ts'

/**
 * Opens spoilers on click, Enter or Space; they stay open. A closed spoiler is inert: hidden from pointer, focus and
 * screen readers. Without scripts the style sheet opens spoilers on hover and focus.
 */
export function enhanceSpoilers(root: HTMLElement, app: App, signal: AbortSignal): void {
  const spoilers = root.querySelectorAll<HTMLElement>('span.spoiler:not([role], .is-open)')
  if (spoilers.length === 0) return
  ensureLiveRegion()
  for (const spoiler of spoilers) closeSpoiler(spoiler, app)
  root.addEventListener(
    'click',
    ({ target }) => {
      const spoiler = target instanceof Element ? target.closest('span.spoiler[role]') : null
      if (spoiler instanceof HTMLElement) openSpoiler(spoiler)
    },
    { signal },
  )
  root.addEventListener(
    'keydown',
    (event) => {
      const { target, key } = event
      if ((key !== 'Enter' && key !== ' ') || !(target instanceof HTMLElement)) return
      if (!target.matches('span.spoiler[role]')) return
      event.preventDefault()
      openSpoiler(target)
    },
    { signal },
  )
}

function closeSpoiler(spoiler: HTMLElement, { t }: App): void {
  const content = document.createElement('span')
  content.inert = true
  content.append(...spoiler.childNodes)
  spoiler.append(content)
  spoiler.role = 'button'
  spoiler.ariaLabel = t('core.lib.prose.show_spoiler_button')
}

function openSpoiler(spoiler: HTMLElement): void {
  const content = spoiler.firstElementChild
  content?.replaceWith(...content.childNodes)
  spoiler.role = null
  spoiler.ariaLabel = null
  // Keeps the focus, but leaves the tab order.
  spoiler.tabIndex = -1
  spoiler.classList.add('is-open')
  announce(spoiler.textContent)
}
