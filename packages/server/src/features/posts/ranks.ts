import { type Expression, expressionBuilder, sql } from 'kysely'
import { selectLight } from '../../engine/jsonapi/long-texts.ts'
import { type Bound, prepareForEach, prepareQuery } from '../../engine/jsonapi/prepared-queries.ts'
import { isVisible, resourceOf } from '../../engine/jsonapi/rows.ts'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { isNot, toExpression } from '../../points/access/conditions.ts'
import type { Context } from '../../points/context/context.ts'
import type { Seek } from '../../points/resources/endpoints.ts'
import { blockShift } from './writing/post-rows.ts'

const eb = expressionBuilder<Tables, keyof Tables>()

/**
 * A window of posts around number `near`: the post with the closest number (of two the lower one), after up to half a
 * window of posts before it (api-core 4.14, D19). Undefined when the discussion has no posts. The cost does not depend
 * on the position or the size of the discussion: no query counts or skips all posts before the window.
 */
export async function seekNear(
  context: Context,
  discussionId: number,
  near: number,
  limit: number,
): Promise<Seek | undefined> {
  const found = await closestPost(context, discussionId, near)
  if (!found) return undefined
  const { number, rank } = found
  const before = Math.floor(limit / 2)
  if (before === 0) {
    return { offset: rank, rows: (limit) => postsFrom(limit)(context, { discussionId, number }) }
  }
  const skipped = before - 1
  return {
    offset: Math.max(0, rank - before),
    rows: (limit) => postsAround(limit)(context, { discussionId, number, skipped }),
  }
}

type Start = Bound<{ discussionId: number; number: number }>
type StartBefore = Bound<{ discussionId: number; number: number; skipped: number }>

/** The first `limit` posts from `number` on. */
const postsFrom = prepareForEach((limit: number) =>
  prepareQuery((context, { discussionId, number }: Start) =>
    selectPosts(context, discussionId, number).limit(limit),
  ),
)

/** As `postsFrom`, but skips so many posts first. */
const postsAfter = prepareForEach((limit: number) =>
  prepareQuery((context, { discussionId, number, skipped }: StartBefore) =>
    selectPosts(context, discussionId, number).limit(limit).offset(skipped),
  ),
)

/** Posts from the one that is `skipped + 1` places before `number`, or from the first. */
const postsAround = prepareForEach((limit: number) =>
  prepareQuery((context, { discussionId, number, skipped }: StartBefore) => {
    const start = visiblePosts(context, discussionId)
      .select('posts.number')
      .where('posts.number', '<', number)
      .orderBy('posts.number', 'desc')
      .limit(1)
      .offset(skipped)
    return selectPosts(context, discussionId, eb.fn.coalesce(start, eb.lit(0))).limit(limit)
  }),
)

interface Position {
  discussionId: number
  near: number
}

/**
 * The number closest to `near`, and its rank: how many visible posts have a lower number. One statement sums whole
 * blocks, counts the rest of the last block, and subtracts the invisible posts.
 */
async function closestPost(context: Context, discussionId: number, near: number) {
  const [found] = await selectClosest(context, { discussionId, near })
  if (!found || found.number === null) return undefined
  const { number, blocks, rest, invisible, unregistered } = found
  const rank = Number(blocks ?? 0) + Number(rest) - Number(invisible) - Number(unregistered)
  return { number, rank }
}

const selectClosest = prepareQuery((context, { discussionId, near }: Bound<Position>) => {
  const ofDiscussion = context.db.selectFrom('posts').where('posts.discussion_id', '=', discussionId)
  const target = sql<number>`(select number from target)`
  const block = sql<number>`(${target} >> ${sql.lit(blockShift)})`
  const posts = ofDiscussion.where('posts.number', '<', target)
  const count = eb.fn.countAll<number>().as('count')
  return context.db
    .with('ends', (db) =>
      db.selectNoFrom([
        ofDiscussion.where('number', '<=', near).select(eb.fn.max('posts.number').as('number')).as('below'),
        ofDiscussion.where('number', '>', near).select(eb.fn.min('posts.number').as('number')).as('above'),
      ]),
    )
    .with('target', (db) =>
      db.selectFrom('ends').select(
        sql<number | null>`case when above is null or ${near} - below <= above - ${near} then below
            else above end`.as('number'),
      ),
    )
    .selectFrom('target')
    .select([
      'target.number',
      context.db
        .selectFrom('post_blocks')
        .where('discussion_id', '=', discussionId)
        .where('block', '<', block)
        .select((select) => select.fn.sum<number>('count').as('count'))
        .as('blocks'),
      posts
        .where('posts.number', '>=', sql<number>`(${block} << ${sql.lit(blockShift)})`)
        .select(count)
        .as('rest'),
      posts.where(isExceptional).where(isInvisible(context)).select(count).as('invisible'),
      posts.where(isOfUnknownType(context)).where(eb.not(isExceptional)).select(count).as('unregistered'),
    ])
})

/** Offsets up to this use OFFSET from the first post; larger ones start at a block. */
const nearOffset = 100

/** The page after the first `offset` visible posts. */
export async function seekOffset(context: Context, discussionId: number, offset: number): Promise<Seek> {
  const isNear = offset <= nearOffset
  const { block, before } = isNear ? { block: 0, before: 0 } : await blockAt(context, discussionId, offset)
  const start = { discussionId, number: block << blockShift, skipped: offset - before }
  return { offset, rows: (limit) => postsAfter(limit)(context, start) }
}

/** The block of the visible post at `offset`, and the number of visible posts before that block. */
async function blockAt(context: Context, discussionId: number, offset: number) {
  const block = sql<number>`number >> ${sql.lit(blockShift)}`
  const blocks = context.db
    .selectFrom('post_blocks')
    .select(['block', 'count'])
    .where('discussion_id', '=', discussionId)
    .orderBy('block')
    .execute()
  const invisible = context.db
    .selectFrom('posts')
    .where('posts.discussion_id', '=', discussionId)
    .where(
      eb.or([
        eb.and([isExceptional, isInvisible(context)]),
        eb.and([isOfUnknownType(context), eb.not(isExceptional)]),
      ]),
    )
    .select([block.as('block'), eb.fn.countAll<number>().as('count')])
    .groupBy(block)
    .execute()
  const invisibleCounts = new Map((await invisible).map((row) => [row.block, Number(row.count)]))
  let before = 0
  let last = 0
  for (const row of await blocks) {
    const visible = row.count - (invisibleCounts.get(row.block) ?? 0)
    if (before + visible > offset) return { block: row.block, before }
    before += visible
    last = row.block + 1
  }
  return { block: last, before }
}

/** Posts that may be invisible in a visible discussion: hidden and private ones. They are few, and indexed. */
const isExceptional = eb.or([
  eb('posts.hidden_at', 'is not', null),
  eb('posts.is_private', '=', eb.lit(true)),
])

function isInvisible(context: Context) {
  return toExpression(isNot(isVisible(context, 'posts')))
}

/** The condition for event posts whose extension is disabled. */
function isOfUnknownType({ forum }: Context) {
  const knownTypes = [...forum.points.eventPosts.keys()]
  const isEvent = eb('posts.type', '<>', sql.lit('comment'))
  return knownTypes.length > 0 ? eb.and([isEvent, eb('posts.type', 'not in', knownTypes)]) : isEvent
}

/** The visible posts of a discussion whose number is at least `number`, in their order. */
function selectPosts(context: Context, discussionId: Expression<number>, number: Expression<number>) {
  return selectLight(visiblePosts(context, discussionId), resourceOf(context, 'posts'))
    .where('posts.number', '>=', number)
    .orderBy('posts.number')
}

function visiblePosts(context: Context, discussionId: Expression<number>) {
  return context.db
    .selectFrom('posts')
    .where('posts.discussion_id', '=', discussionId)
    .where(isVisible(context, 'posts'))
}
