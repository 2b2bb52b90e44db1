import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Forum, WriteContext } from '../context.ts'
import type { Queries } from '../db/tables.ts'
import { conflict, invalidParameter } from '../errors.ts'
import { type ApiCall, answer } from '../jsonapi/api.ts'
import type { RouteAnswer } from '../points/routes.ts'
import { seal, unsealed } from '../sealing.ts'
import { documentAnswer } from './endpoint.ts'

const keptHours = 24
const longestKey = 255
const waitForAnswerMs = 2000

/** A change that was asked for before under the same key. */
class Repeated extends Error {}

declare module '../db/tables.ts' {
  interface Tables {
    idempotency_keys: IdempotencyKeyTable
  }
}

/** Keys of changes already made, with their answers. */
export interface IdempotencyKeyTable {
  user_id: number
  key: string
  /** SHA-256 of the request. */
  request_hash: string
  /** Id of the row that was made. */
  made_id: number | null
  /** JSON of status and document, sealed, since a new token may stand in it; null between the change and its answer. */
  answer: string | null
  created_at: string
}

/**
 * Answers a call that changes something. With a key, a logged-in actor's call is carried out once: repeated with
 * the same body it gets the stored answer, with another body 409. Keys of guests do not count, since nobody knows
 * whether it is the same one.
 */
export async function answerOnce(
  context: Context,
  key: string | undefined,
  call: ApiCall,
): Promise<RouteAnswer> {
  if (key === undefined || context.actor.isGuest) {
    const { status, document } = await answer(context, call)
    return documentAnswer(status, document)
  }
  if (key === '' || key.length > longestKey) throw invalidParameter()
  const hash = createHash('sha256')
    .update(JSON.stringify([call.type, call.endpoint, call.query, call.body]))
    .digest('hex')
  // Asked first, so that throttles do not refuse a repetition of what they let pass.
  const earlier = await storedAnswer(context, key, hash, call.type)
  if (earlier) return earlier
  try {
    const { status, document } = await answer(
      { ...context, forum: claiming(context.forum, key, hash) },
      { ...call, made: (id, writing) => noteMade(writing, key, id) },
    )
    // Not waited for: the change is durable, and a repetition waits for the answer.
    context.forum.inBackground('Keeping an answer', keepAnswer(context, key, { status, document }))
    return documentAnswer(status, document)
  } catch (error) {
    if (!(error instanceof Repeated)) throw error
    const stored = await storedAnswer(context, key, hash, call.type)
    if (stored) return stored
    throw conflict()
  }
}

/** The forum, whose next transaction takes the key before anything else. */
function claiming(forum: Forum, key: string, hash: string): Forum {
  const write: Forum['write'] = (context, work) =>
    forum.write({ ...context, forum }, async (writing) => {
      await claim(writing, key, hash)
      return work(writing)
    })
  return Object.create(forum, { write: { value: write } }) as Forum
}

async function claim({ db, actor, now }: WriteContext, key: string, hash: string): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .where('created_at', '<', oldest(now))
    .execute()
  const taken = await db
    .insertInto('idempotency_keys')
    .values({ user_id: actor.id, key, request_hash: hash, created_at: now.toISOString() })
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 0n) throw new Repeated()
}

/** Forgets the keys that count no more. */
export async function deleteOldKeys(db: Queries, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldest(now)).execute()
}

async function noteMade({ db, actor }: WriteContext, key: string, id: number): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ made_id: id })
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .execute()
}

async function keepAnswer(context: Context, key: string, kept: object): Promise<void> {
  await context.forum.database.transaction((db) =>
    db
      .updateTable('idempotency_keys')
      .set({ answer: seal(context.forum.secrets.sealing, purposeOf(context, key), JSON.stringify(kept)) })
      .where('user_id', '=', context.actor.id)
      .where('key', '=', key)
      .execute(),
  )
}

/**
 * The answer kept under a key, waiting a moment for one that is being made; undefined when the key is free. What was
 * made is shown when the process ended between the change and its answer.
 */
async function storedAnswer(
  context: Context,
  key: string,
  hash: string,
  type: string,
): Promise<RouteAnswer | undefined> {
  for (let waited = 0; ; waited += 50) {
    const row = await context.db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'made_id', 'answer'])
      .where('user_id', '=', context.actor.id)
      .where('key', '=', key)
      .where('created_at', '>=', oldest(context.now))
      .executeTakeFirst()
    if (!row) return undefined
    if (row.request_hash !== hash) throw conflict()
    const kept = row.answer === null ? undefined : unsealAnswer(context, key, row.answer)
    if (kept) return documentAnswer(kept.status, kept.document)
    if (row.answer !== null || waited >= waitForAnswerMs) return showMade(context, type, row.made_id)
    await sleep(50)
  }
}

function unsealAnswer(
  context: Context,
  key: string,
  sealed: string,
): { status: number; document?: unknown } | undefined {
  const text = unsealed(context.forum.secrets.sealing, purposeOf(context, key), sealed)
  return text === undefined ? undefined : (JSON.parse(text) as { status: number; document?: unknown })
}

function purposeOf({ actor }: Context, key: string): string {
  return `idempotency_keys ${actor.id} ${key}`
}

async function showMade(context: Context, type: string, id: number | null): Promise<RouteAnswer> {
  if (id === null || !context.forum.points.resources.get(type)?.endpoints.show) throw conflict()
  const { document } = await answer(context, { type, endpoint: 'show', id: String(id), query: {} })
  return documentAnswer(201, document)
}

function oldest(now: Date): string {
  return new Date(now.getTime() - keptHours * 3_600_000).toISOString()
}
