import type { App, StoreRecord } from '@parley/client'

/** Pixels of a post that must be on the screen. */
const leastVisible = 48

/** The id of the discussion whose page is shown. */
export function shownDiscussion(router: App['router']): string | undefined {
  const { location } = router.state.entry
  return location?.path.startsWith('/d/') ? location.params.id?.split('-', 1)[0] : undefined
}

/** The element of a post, if the page is that of its discussion and shows the post's beginning. */
export function findPostOnScreen(
  { router }: Pick<App, 'router'>,
  { number, relationships }: Pick<StoreRecord<'posts'>, 'number' | 'relationships'>,
): HTMLElement | undefined {
  const { discussion } = relationships
  if (!discussion || Array.isArray(discussion) || discussion.id !== shownDiscussion(router)) return undefined
  const article = document.querySelector<HTMLElement>(`#content .Post[data-number="${number}"]`)
  const { top = 0, bottom = 0 } = article?.getBoundingClientRect() ?? {}
  const isShown = top >= 0 ? top + leastVisible <= window.innerHeight : bottom >= window.innerHeight / 2
  return article && isShown ? article : undefined
}
