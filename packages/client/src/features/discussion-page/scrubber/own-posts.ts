import { buildQuery, type CollectionDocument } from '@parley/shared'
import { Observable } from '../../../store/observable.ts'

/** Maximum number of marks: the API's largest page. */
const maxPosts = 50

/** The numbers of the viewer's posts in a discussion: the latest ones, read once. */
export class OwnPosts extends Observable<{ readonly numbers: readonly number[] }> {
  readonly #read: (path: string) => Promise<CollectionDocument>
  readonly #discussionId: string
  #isRead = false

  constructor(read: (path: string) => Promise<CollectionDocument>, discussionId: string) {
    super({ numbers: [] })
    this.#read = read
    this.#discussionId = discussionId
  }

  /** Reads the numbers, unless that has been done. */
  async learn(username: string): Promise<void> {
    if (this.#isRead) return
    this.#isRead = true
    const query = buildQuery({
      filter: { discussion: this.#discussionId, author: username, type: 'comment' },
      sort: '-createdAt',
      page: { limit: maxPosts },
      fields: { posts: 'number' },
    })
    try {
      const { data } = await this.#read(`/posts?${query}`)
      this.set({ numbers: data.map(({ attributes }) => Number(attributes?.number)) })
    } catch {
      // Without an answer there are no marks but those of loaded posts.
    }
  }
}
