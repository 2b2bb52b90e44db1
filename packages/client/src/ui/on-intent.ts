/**
 * Handlers for a button or a link whose click needs code of its own: it is loaded as soon as somebody comes near.
 * What cannot be loaded now is loaded again by the click, which says so.
 */
export function onIntent(load: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const preload = () => void load().catch(() => {})
  return { onPointerEnter: preload, onFocus: preload }
}
