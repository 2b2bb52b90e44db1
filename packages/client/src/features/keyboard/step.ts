/** What one steps through with the keyboard, on whichever page. */
const STOPS = '.DiscussionRow-title > a, .Post, .EventPost, .PostsListItem, .Notification > a'

/** Whether the page has something to step through. */
export function hasStops(): boolean {
  return document.querySelector(STOPS) !== null
}

/** Focuses the next or the previous row or post, from the one with the focus or from the top of what one sees. */
export function step(direction: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>(STOPS)]
  const target = next(stops, direction)
  if (target === undefined) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
  // Rows only come into view; posts are read from their beginning.
  const isRow = target.matches('a')
  target.scrollIntoView({ block: isRow ? 'nearest' : 'start' })
}

function next(stops: readonly HTMLElement[], direction: 1 | -1): HTMLElement | undefined {
  const focused = stops.findIndex((stop) => stop.contains(document.activeElement))
  if (focused >= 0) return stops[focused + direction]
  const top = document.querySelector('.Header')?.getBoundingClientRect().bottom ?? 0
  const isBelow = (stop: HTMLElement) => stop.getBoundingClientRect().bottom > top
  return direction === 1 ? stops.find(isBelow) : stops.findLast((stop) => !isBelow(stop))
}
