import type { App, PostProps } from '@parley/client'

/** Whether the reader is a guest who has to log in to react. */
export function asksToLogIn({ userId, forum }: App): boolean {
  return userId === undefined && forum.fofReactionsAllowAnonymous !== true
}

/** Whether the reader may know who has reacted to a post. */
export function canSeeReactors({ store }: App, post: PostProps['post']): boolean {
  return store.related(post, 'discussion', 'discussions')?.canSeeReactions === true
}
