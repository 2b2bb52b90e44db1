import { buildQuery, type CollectionDocument } from '@parley/shared'
import type { App } from '../../../points/app.ts'
import { Observable } from '../../../store/observable.ts'

/** How many of the viewer's latest posts are read: the API's largest page. */
const maxPosts = 50

interface OwnPost {
  readonly discussionId: string
  readonly number: number
}

/**
 * Where the viewer wrote: their latest posts in all discussions, read once for all pages. A list of one author is read
 * from an index, unlike one of an author in a discussion.
 */
export class OwnPosts extends Observable<{ readonly posts: readonly OwnPost[] }> {
  readonly #read: (path: string) => Promise<CollectionDocument>
  #isRead = false

  constructor(read: (path: string) => Promise<CollectionDocument>) {
    super({ posts: [] })
    this.#read = read
  }

  /** Reads the posts, unless that has been done. */
  async load(username: string): Promise<void> {
    if (this.#isRead) return
    this.#isRead = true
    const query = buildQuery({
      filter: { author: username, type: 'comment' },
      sort: '-createdAt',
      page: { limit: maxPosts },
      fields: { posts: 'number,discussion' },
    })
    try {
      const { data } = await this.#read(`/posts?${query}`)
      this.set({
        posts: data.flatMap(({ attributes, relationships }) => {
          const discussion = relationships?.discussion?.data
          if (!discussion || Array.isArray(discussion)) return []
          return [{ discussionId: discussion.id, number: Number(attributes?.number) }]
        }),
      })
    } catch {
      // Without an answer there are no marks but those of loaded posts.
    }
  }
}

const ofApps = new WeakMap<App, OwnPosts>()

/** The viewer's posts, which all pages share. */
export function ownPostsOf(app: App): OwnPosts {
  const existing = ofApps.get(app)
  if (existing !== undefined) return existing
  const own = new OwnPosts((path) => app.api.request<CollectionDocument>(path, { isBackground: true }))
  ofApps.set(app, own)
  return own
}
