import { stopSelector } from './stops.ts'

/** Focuses the next or previous row or post, counted from the focused one or else from the top of the viewport. */
export function step(direction: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>(stopSelector)]
  const target = findTarget(stops, direction)
  if (target === undefined) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
  // Scrolls rows just into view, but posts to their beginning, to be read.
  const isRow = target.matches('a')
  target.scrollIntoView({ block: isRow ? 'nearest' : 'start' })
}

function findTarget(stops: readonly HTMLElement[], direction: 1 | -1): HTMLElement | undefined {
  const focused = stops.findIndex((stop) => stop.contains(document.activeElement))
  if (focused >= 0) return stops[focused + direction]
  const top = document.querySelector('.Header')?.getBoundingClientRect().bottom ?? 0
  const isBelow = (stop: HTMLElement) => stop.getBoundingClientRect().bottom > top
  return direction === 1 ? stops.find(isBelow) : stops.findLast((stop) => !isBelow(stop))
}
