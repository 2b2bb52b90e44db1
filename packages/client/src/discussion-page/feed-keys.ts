import type { KeyboardEvent } from 'react'
import { postElements } from './stream-geometry.ts'

/**
 * Page Down and Page Up on a post go to the one after or before it, as the feed pattern of the ARIA Authoring
 * Practices asks. Inside of a post they scroll, as everywhere.
 */
export function moveInFeed(event: KeyboardEvent<HTMLElement>): void {
  const step = { PageDown: 1, PageUp: -1 }[event.key]
  const posts = postElements(event.currentTarget)
  const index = event.target instanceof HTMLElement ? posts.indexOf(event.target) : -1
  if (step === undefined || index < 0) return
  const next = posts[index + step]
  if (next === undefined) return
  event.preventDefault()
  next.tabIndex = -1
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'start', behavior: 'instant' })
}
