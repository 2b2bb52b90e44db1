/** Runs an edit that the writer did not ask for just now: the focus, which undoable edits take, stays where it is. */
export function keepFocus<T>(edit: () => T): T {
  const before = document.activeElement
  const result = edit()
  const { activeElement } = document
  if (activeElement === before || !(activeElement instanceof HTMLElement)) return result
  if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
  else activeElement.blur()
  return result
}
