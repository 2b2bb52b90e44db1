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

const keptHours = 24
const longestKey = 255

/** A change that was asked for before under the same key. */
class Repeated extends Error {}

declare module '../../../infrastructure/db/tables.ts' {
  interface Tables {
    idempotency_keys: IdempotencyKeyTable
  }
}

/** Keys of rows already made. An answer is not kept: a repetition is answered from the row. */
export interface IdempotencyKeyTable {
  user_id: number
  key: string
  /** SHA-256 of the request. */
  request_hash: string
  /** Id of the row that was made; null only inside the transaction that makes it. */
  made_id: number | null
  created_at: string
}

/**
 * Answers a call that makes something. With a key, a logged-in actor's call is carried out once: repeated with the same
 * body it is answered with what was made, as that is now, and with another body 409. When what was made is gone, or the
 * actor may no longer see it, a repetition is 410. Keys of guests do not count, since nobody knows whether it is the
 * same one.
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
  const hash = hashOf([call.type, call.endpoint, call.query, call.body])
  // Asked first, so that throttles do not refuse a repetition of what they let pass.
  const earlier = await repeatedAnswer(context, { key, hash, call })
  if (earlier) return earlier
  try {
    const { status, document } = await answer(context, {
      ...call,
      begun: (writing) => claim(writing, key, hash),
      made: (id, writing) => noteMade(writing, key, id),
    })
    return documentAnswer(status, document)
  } catch (error) {
    if (!(error instanceof Repeated)) throw error
    const stored = await repeatedAnswer(context, { key, hash, call })
    if (stored) return stored
    throw conflict()
  }
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

/** The answer to a request that was carried out before; undefined when the key is free. */
async function repeatedAnswer(
  context: Context,
  { key, hash, call }: { key: string; hash: string; call: ApiCall },
): Promise<RouteAnswer | undefined> {
  const row = await context.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'made_id'])
    .where('user_id', '=', context.actor.id)
    .where('key', '=', key)
    .where('created_at', '>=', oldest(context.now))
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
 * SHA-256 of a value of JSON, in hexadecimal. Lists and objects are preceded by how many members they have, so that no two
 * values are written alike; without recursion, since a body may be nested as deep as it is long.
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

function oldest(now: Date): string {
  return new Date(now.getTime() - keptHours * 3_600_000).toISOString()
}
