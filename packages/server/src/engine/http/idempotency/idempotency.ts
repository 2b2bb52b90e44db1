import { createHash } from 'node:crypto'
import type { Queries } from '../../../infrastructure/db/tables.ts'
import {
  conflict,
  DeletedConcurrently,
  ForumError,
  gone,
  invalidParameter,
} from '../../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../../../points/context/context.ts'
import type { RouteAnswer } from '../../../points/requests/routes.ts'
import { type ApiCall, answer, answerCreated } from '../../jsonapi/api.ts'
import { documentAnswer } from '../endpoint.ts'

const retentionHours = 24
const maximumKeyLength = 255

/** The key belongs to an earlier request. */
class KeyTaken extends Error {}

declare module '../../../infrastructure/db/tables.ts' {
  interface Tables {
    idempotency_keys: IdempotencyKeyTable
  }
}

/** Idempotency keys and the rows created under them. A repeated request is answered from the row. */
export interface IdempotencyKeyTable {
  user_id: number
  key: string
  /** SHA-256 of the request. */
  request_hash: string
  /** Id of the created row; null only inside the transaction that creates it. */
  made_id: number | null
  created_at: string
}

/**
 * Answers a call that creates a row. With a key, the call of a logged-in actor is carried out once: repeated with the
 * same body it is answered with the current state of the row, with another body 409. If the row is deleted or no longer
 * visible to the actor, a repeated request is 410. Keys of guests are ignored, since guests cannot be told apart.
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
  if (key === '' || key.length > maximumKeyLength) throw invalidParameter()
  const hash = hashOf([call.type, call.endpoint, call.query, call.body])
  // Checked first, so that throttles do not refuse to repeat a request that they allowed.
  const earlier = await answerRepeated(context, { key, hash, call })
  if (earlier) return earlier
  try {
    const { status, document } = await answer(context, {
      ...call,
      beforeCreate: (writing) => claimKey(writing, key, hash),
      afterCreate: (id, writing) => recordRow(writing, key, id),
    })
    return documentAnswer(status, document)
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    const concurrent = await answerRepeated(context, { key, hash, call })
    if (concurrent) return concurrent
    throw conflict()
  }
}

async function claimKey({ db, actor, now }: WriteContext, key: string, hash: string): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .where('created_at', '<', retainedSince(now))
    .execute()
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ user_id: actor.id, key, request_hash: hash, created_at: now.toISOString() })
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new KeyTaken()
}

/** Deletes expired keys. */
export async function deleteOldKeys(db: Queries, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', retainedSince(now)).execute()
}

async function recordRow({ db, actor }: WriteContext, key: string, id: number): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ made_id: id })
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .execute()
}

/** Answers a request that was carried out before; undefined if the key is free. */
async function answerRepeated(
  context: Context,
  { key, hash, call }: { key: string; hash: string; call: ApiCall },
): Promise<RouteAnswer | undefined> {
  const row = await context.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'made_id'])
    .where('user_id', '=', context.actor.id)
    .where('key', '=', key)
    .where('created_at', '>=', retainedSince(context.now))
    .executeTakeFirst()
  if (!row) return undefined
  if (row.request_hash !== hash || row.made_id === null) throw conflict()
  try {
    const { status, document } = await answerCreated(context, call, row.made_id)
    return documentAnswer(status, document)
  } catch (error) {
    const isGone =
      error instanceof DeletedConcurrently || (error instanceof ForumError && error.status === 404)
    throw isGone ? gone() : error
  }
}

/**
 * SHA-256 of a JSON value, in hexadecimal. The number of members precedes lists and objects, so that different values
 * have different encodings. Does not recurse, because bodies may be nested deeply.
 */
function hashOf(value: unknown): string {
  const hash = createHash('sha256')
  const rest: unknown[] = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next !== 'object' || next === null) {
      hash.update(`${JSON.stringify(next)},`)
      continue
    }
    const members = Array.isArray(next) ? next : Object.entries(next).flat()
    hash.update(`${Array.isArray(next) ? '[' : '{'}${members.length} `)
    for (let index = members.length; index > 0; index--) rest.push(members[index - 1])
  }
  return hash.digest('hex')
}

/** Keys that were stored before this time are forgotten. */
function retainedSince(now: Date): string {
  return new Date(now.getTime() - retentionHours * 3_600_000).toISOString()
}
