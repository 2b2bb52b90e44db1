import type { App, StoreRecord } from '@parley/client'

const posts = new WeakMap<App, string>()

/** Notes which post of the list of flagged posts a moderator looks at. */
export function setCurrentPost(app: App, id: string): void {
  posts.set(app, id)
}

/** The flagged post at which a moderator looks, coming from the list, while its discussion is on the screen. */
export function currentPost(app: App): StoreRecord<'posts'> | undefined {
  const id = posts.get(app)
  const post = id === undefined ? undefined : app.store.get('posts', id)
  const discussion = post && app.store.related(post, 'discussion', 'discussions')
  const { params, path } = app.router.state.entry.location ?? {}
  const isShown = path?.startsWith('/d/') && params?.id?.split('-', 1)[0] === discussion?.id
  return isShown && app.store.relatedMany(post as StoreRecord<'posts'>, 'flags', 'flags').length > 0
    ? post
    : undefined
}
