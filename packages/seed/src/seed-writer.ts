import type { Queries } from '@parley/server'
import { storeCounts } from '@parley/server/counters'
import type { Database } from '@parley/server/db/database'
import { indexPostsAfter, indexTitles } from '@parley/server/search-index'
import { slugify } from '@parley/shared/slug'
import { BulkInsert } from './bulk-insert.ts'
import type { DiscussionDraft, PostDraft } from './draft.ts'
import type { People } from './people.ts'
import type { Random } from './random.ts'

const indexBatchSize = 500

interface Batch {
  started: DiscussionDraft[]
  posts: { draft: DiscussionDraft; post: PostDraft }[]
  finished: DiscussionDraft[]
}

/** Stores made-up content in batches, each in one transaction. */
export class SeedWriter {
  readonly #database: Database
  readonly #random: Random
  readonly #people: People
  #batch: Batch = { started: [], posts: [], finished: [] }
  readonly #posts = new BulkInsert<PostDraft & { discussion_id: number }>('posts', [
    'discussion_id',
    'number',
    'created_at',
    'user_id',
    'type',
    'content',
    'content_html',
    'markup_version',
    'edited_at',
    'edited_user_id',
    'hidden_at',
    'hidden_user_id',
    'ip_address',
  ])
  readonly #reads = new BulkInsert<{
    discussion_id: number
    user_id: number
    last_read_at: string | null
    last_read_post_number: number
  }>('discussion_user', ['discussion_id', 'user_id', 'last_read_at', 'last_read_post_number'])

  constructor(database: Database, random: Random, people: People) {
    this.#database = database
    this.#random = random
    this.#people = people
  }

  /** Adds a discussion to the next batch. */
  begin(draft: DiscussionDraft): void {
    this.#batch.started.push(draft)
  }

  add(draft: DiscussionDraft, post: PostDraft): void {
    this.#batch.posts.push({ draft, post })
  }

  /** Marks a discussion as complete, so that the next batch stores its counters and read states. */
  finish(draft: DiscussionDraft): void {
    this.#batch.finished.push(draft)
  }

  async flush(): Promise<void> {
    const batch = this.#batch
    this.#batch = { started: [], posts: [], finished: [] }
    const reads = batch.finished.map((draft) => this.#readersOf(draft))
    await this.#database.transaction(async (db) => {
      for (const draft of batch.started) await insertDiscussion(db, draft, this.#people)
      for (const { draft, post } of batch.posts) this.#posts.add({ ...post, discussion_id: draft.id })
      const { dialect } = this.#database
      let indexed: number | undefined = await highestPostId(db)
      await this.#posts.flush(db)
      while (indexed !== undefined) indexed = await indexPostsAfter({ db, dialect }, indexed, indexBatchSize)
      for (const [index, draft] of batch.finished.entries()) {
        for (const [user_id, number] of reads[index] ?? []) {
          this.#reads.add({
            discussion_id: draft.id,
            user_id,
            last_read_at: draft.last?.created_at ?? null,
            last_read_post_number: number,
          })
        }
      }
      const renamed = batch.finished.filter(({ isRenamed }) => isRenamed)
      for (const draft of renamed) await storeRenamedTitle(db, draft)
      await indexTitles({ db, dialect }, [...new Set([...batch.started, ...renamed])])
      const ids = batch.finished.map(({ id }) => id)
      await storeCounts(db, this.#database, 'discussions', ids)
      await this.#reads.flush(db)
    })
  }

  /** Read states, as post numbers by user id, of some participants and a few other users. */
  #readersOf(draft: DiscussionDraft): Map<number, number> {
    const end = draft.last?.number ?? 0
    const readers = new Map<number, number>()
    for (const [id, own] of draft.participants) {
      if (id % 4 === 0) readers.set(id, this.#random.between(Math.min(own, end), end))
    }
    for (let n = this.#random.below(3); n > 0; n--) {
      const { id } = this.#people.pickAt(draft.schedule.start)
      if (!draft.participants.has(id)) readers.set(id, this.#random.between(1, Math.max(1, end)))
    }
    return readers
  }
}

async function highestPostId(db: Queries): Promise<number> {
  const { id } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

async function insertDiscussion(db: Queries, draft: DiscussionDraft, people: People): Promise<void> {
  const { id } = await db
    .insertInto('discussions')
    .values({
      title: draft.title,
      slug: slugify(draft.title),
      comment_count: 0,
      created_at: draft.createdAt,
      user_id: draft.author.id,
      hidden_at: draft.hiddenAt,
      hidden_user_id: draft.hiddenAt ? people.moderator.id : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  draft.id = id
}

async function storeRenamedTitle(db: Queries, { id, title }: DiscussionDraft): Promise<void> {
  await db
    .updateTable('discussions')
    .set({ title, slug: slugify(title) })
    .where('id', '=', id)
    .execute()
}
