import type { PostProps } from '@parley/client'

/**
 * Moves the focus to what the reader has just chosen, or to the button that chooses if nothing is chosen: what had the focus is
 * gone. A focus that has moved on stays.
 */
export function focusReaction({ number }: PostProps['post'], typeId: number | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const own = typeId === null ? '.ReactButton' : `[data-reaction="${typeId}"]`
    const post = document.getElementById(`p${number}`)
    const target =
      post?.querySelector<HTMLElement>(`${own} button`) ?? post?.querySelector('.Post-actions button')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  })
}
