import type { Forum } from '../../../points/context/context.ts'
import { renderContent } from './rendering.ts'

export interface RenderPostsOptions {
  /** Also posts whose HTML is of the version in use. */
  force: boolean
  /** Told after each batch: posts looked at, of all. */
  progress?: (done: number, total: number) => void
  /** Ends the work after the batch it is at; the next run goes on there unless it is forced. */
  signal?: AbortSignal
}

export interface RenderedPosts {
  rendered: number
  /** Ids of posts that the renderer fails on; their readers are told. */
  failed: number[]
}

const batchSize = 500

/**
 * Renders the comments whose HTML is of another version of the markup, batch by batch, each in a short transaction.
 * The forum may run meanwhile: an edit that comes in between stays as it is.
 */
export async function renderPosts(
  forum: Forum,
  { force, progress, signal }: RenderPostsOptions,
): Promise<RenderedPosts> {
  const { database, markup } = forum
  const { total, newest } = await extent(forum)
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
    const old = posts.filter(
      ({ type, markup_version }) => type === 'comment' && (force || markup_version !== markup.version),
    )
    const fresh = old.map(({ id, content }) => ({ id, content, ...renderContent(forum, content) }))
    if (fresh.length > 0) rendered += await store(forum, fresh)
    failed.push(...fresh.flatMap(({ id, content_html }) => (content_html === null ? [id] : [])))
    done += posts.length
    last = posts.at(-1)?.id ?? newest
    progress?.(Math.min(done, total), total)
  }
  return { rendered, failed }
}

async function extent({ database }: Forum): Promise<{ total: number; newest: number }> {
  const { total, newest } = await database.read
    .selectFrom('posts')
    .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.max('id').as('newest')])
    .executeTakeFirstOrThrow()
  return { total: Number(total), newest: newest ?? 0 }
}

interface FreshPost {
  id: number
  content: string
  content_html: string | null
  markup_version: string
}

/** How many were stored: those whose source is still the one that was rendered. */
async function store({ database }: Forum, posts: readonly FreshPost[]): Promise<number> {
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
