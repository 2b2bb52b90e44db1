/**
 * Handlers that preload the code of a button or a link on hover or focus. Failures are ignored: the click loads the
 * code again and reports them.
 */
export function onIntent(load: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const preload = () => void load().catch(() => {})
  return { onPointerEnter: preload, onFocus: preload }
}
