import type { KeyboardEvent } from 'react'
import { postElements } from './stream-geometry.ts'

/** Selector of the elements that Tab may reach. */
const tabStops = 'a[href], button, input:not([type=hidden]), select, textarea, [tabindex="0"]'

/**
 * Handles the keys of the ARIA feed pattern: Page Down and Page Up on a post move to the next or previous one; inside a
 * post they scroll. Control+End and Control+Home leave the feed, whose end Tab may never reach.
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

/** The tab stop after the feed, or before it, ignoring the links that load more. */
function stopBeside({ key, currentTarget: feed }: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  if (key !== 'End' && key !== 'Home') return undefined
  const side = key === 'End' ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const stops = [...document.querySelectorAll<HTMLElement>(tabStops)].filter(
    (stop) =>
      feed.compareDocumentPosition(stop) === side &&
      stop.closest('.PostStream-end') === null &&
      stop.tabIndex >= 0 &&
      stop.checkVisibility({ visibilityProperty: true }),
  )
  return key === 'End' ? stops[0] : stops.at(-1)
}
