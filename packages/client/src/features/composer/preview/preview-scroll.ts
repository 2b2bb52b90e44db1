interface ScrollBox {
  scrollTop: number
  scrollHeight: number
  clientHeight: number
}

/**
 * The scroll position of the preview that shows what is being written. A source and its rendering have no common
 * lines, so that the share of the text before the caret stands for the share of the height.
 * @param caret share of the text before the caret, from 0 to 1.
 * @returns the current position if that place is in view already.
 */
export function scrollForCaret({ scrollTop, scrollHeight, clientHeight }: ScrollBox, caret: number): number {
  const end = scrollHeight - clientHeight
  if (caret >= 1) return end
  const place = caret * scrollHeight
  const margin = clientHeight / 4
  const isInView = place >= scrollTop + margin && place <= scrollTop + clientHeight - margin
  return isInView ? scrollTop : Math.min(end, Math.max(0, place - clientHeight / 2))
}
