import type { KeyboardEvent } from 'react'
import { postElements } from './stream-geometry.ts'

const STOPS = 'a[href], button, input:not([type=hidden]), select, textarea, [tabindex="0"]'

/**
 * The keys of the feed pattern of the ARIA Authoring Practices: Page Down and Page Up on a post go to the one after or
 * before it; inside of a post they scroll, as everywhere. Control with End or Home leaves all posts behind, which Tab
 * would never come to the end of.
 */
export function moveFocusInFeed(event: KeyboardEvent<HTMLElement>): void {
  const target = event.ctrlKey ? stopBeside(event) : postBeside(event)
  if (target === undefined) return
  event.preventDefault()
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: !event.ctrlKey })
  if (!event.ctrlKey) target.scrollIntoView({ block: 'start', behavior: 'instant' })
}

function postBeside({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const step = { PageDown: 1, PageUp: -1 }[key]
  const posts = postElements(currentTarget)
  const index = target instanceof HTMLElement ? posts.indexOf(target) : -1
  return step === undefined || index < 0 ? undefined : posts[index + step]
}

/** Where Tab would lead from the last post, or Shift+Tab from the first, were there no more to load. */
function stopBeside({ key, currentTarget: feed }: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  if (key !== 'End' && key !== 'Home') return undefined
  const side = key === 'End' ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const stops = [...document.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) =>
      feed.compareDocumentPosition(stop) === side &&
      stop.closest('.PostStream-end') === null &&
      stop.tabIndex >= 0 &&
      stop.checkVisibility({ visibilityProperty: true }),
  )
  return key === 'End' ? stops[0] : stops.at(-1)
}
