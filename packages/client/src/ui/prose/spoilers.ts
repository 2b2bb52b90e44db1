import type { App } from '../../base/app-context.ts'
import { announce, liveRegion } from './announce.ts'

/**
 * Hidden words open when somebody asks for them, by click, Enter or Space, and stay open. Until then nobody comes upon
 * them: not the pointer, not the focus, no screen reader. Without a script the style sheet shows them to both.
 */
export function enhanceSpoilers(root: HTMLElement, app: App, signal: AbortSignal): void {
  const spoilers = root.querySelectorAll<HTMLElement>('span.spoiler:not([role], .is-open)')
  if (spoilers.length === 0) return
  liveRegion()
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
  // The focus stays where it is; there is no reason to come back.
  spoiler.tabIndex = -1
  spoiler.classList.add('is-open')
  announce(spoiler.textContent)
}
