import type { Forum } from '../../../points/context/context.ts'
import { renderContent } from './rendering.ts'

export interface RenderPostsOptions {
  /** Whether to render posts whose HTML is of the current version, too. */
  force: boolean
  /** Called after each batch with the number of posts that were checked, and of all posts. */
  progress?: (done: number, total: number) => void
  /** Stops after the current batch; the next run resumes there unless it is forced. */
  signal?: AbortSignal
}

export interface RenderedPosts {
  rendered: number
  /** Ids of posts that could not be rendered; their readers see a message. */
  failed: number[]
}

const batchSize = 500

/**
 * Renders the comments whose HTML is of another version of the markup, batch by batch, each in a short transaction.
 * Safe while the forum runs: a concurrent edit is kept.
 */
export async function renderPosts(
  forum: Forum,
  { force, progress, signal }: RenderPostsOptions,
): Promise<RenderedPosts> {
  const { database, markup } = forum
  const { total, newest } = await readExtent(forum)
  const failed: number[] = []
  let rendered = 0
  let done = 0
  for (let last = 0; last < newest && !signal?.aborted; ) {
    const posts = await database.read
      .selectFrom('posts')
      .select(['id', 'type', 'content', 'markup_version'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const outdated = posts.filter(
      ({ type, markup_version }) => type === 'comment' && (force || markup_version !== markup.version),
    )
    const rerendered = outdated.map(({ id, content }) => ({ id, content, ...renderContent(forum, content) }))
    if (rerendered.length > 0) rendered += await storeRendered(forum, rerendered)
    failed.push(...rerendered.flatMap(({ id, content_html }) => (content_html === null ? [id] : [])))
    done += posts.length
    last = posts.at(-1)?.id ?? newest
    progress?.(Math.min(done, total), total)
  }
  return { rendered, failed }
}

async function readExtent({ database }: Forum): Promise<{ total: number; newest: number }> {
  const { total, newest } = await database.read
    .selectFrom('posts')
    .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.max('id').as('newest')])
    .executeTakeFirstOrThrow()
  return { total: Number(total), newest: newest ?? 0 }
}

interface RerenderedPost {
  id: number
  content: string
  content_html: string | null
  markup_version: string
}

/** Stores the HTML of posts whose source has not changed since. Returns their number. */
async function storeRendered({ database }: Forum, posts: readonly RerenderedPost[]): Promise<number> {
  return database.transaction(async (db) => {
    let stored = 0
    for (const { id, content, ...columns } of posts) {
      const { numUpdatedRows } = await db
        .updateTable('posts')
        .set(columns)
        .where('id', '=', id)
        .where('content', '=', content)
        .executeTakeFirst()
      stored += Number(numUpdatedRows)
    }
    return stored
  })
}
