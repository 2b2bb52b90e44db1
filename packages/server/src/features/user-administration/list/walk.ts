import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { resourceOf, visibleRows } from '../../../engine/jsonapi/rows.ts'
import type { Tables } from '../../../infrastructure/db/tables.ts'
import type { Context } from '../../../points/context/context.ts'
import type { UserRow } from '../../users/table.ts'

/** A part of an index of users, in its order. */
export interface Range {
  /** The sorted expression; undefined for the id. */
  key?: Expression<string | number | null>
  /** Whether no two users have the same key. */
  isUnique?: boolean
  descending?: boolean
  /** The index of the key has users without it: `known` is the part with keys, `unknown` the other, which is sorted by id. */
  nulls?: 'known' | 'unknown'
  within?: Expression<SqlBool>
  /** A condition on matches that is not part of the index: leaves out what an earlier range has. */
  except?: Expression<SqlBool>
}

/** A position in a list of ranges: the number of the range, and key and id of a user in it. */
export type Position = readonly [range: number, key: string | number | null, id: number]

/** What a walk looks for. */
export interface WalkRequest {
  ranges: readonly Range[]
  conditions: readonly Expression<SqlBool>[]
  /** Ids that include all matches, if they are few. */
  candidates: readonly number[] | undefined
  after: Position | undefined
  limit: number
}

/** What a walk found. */
export interface Walked {
  rows: UserRow[]
  /** Where to go on; undefined at the end of the last range. */
  next: Position | undefined
}

/** A walk examines at most so many users, whatever it finds: what it costs does not depend on the size of the forum. */
const maximumExamined = 2000
const smallestWindow = 256
/** The factor by which windows without a match grow. */
const growth = 4
/** How much larger than expected a window is, so that one is usually enough. */
const reserve = 1.25

interface Examined {
  id: number
  key: string | number | null
}

const eb = expressionBuilder<Tables, 'users'>()

/**
 * Finds the next users of ranges that meet all conditions. It reads a window of ids from the index, then the rows among
 * them that match. A page may have fewer rows than `limit` although there is a next one.
 */
export async function walk(context: Context, request: WalkRequest): Promise<Walked> {
  const { ranges, limit, conditions, candidates } = request
  const rows: UserRow[] = []
  let position = request.after
  let left = maximumExamined
  // Without filters every user matches, but for the rare one that the actor may not see.
  const isSparse = candidates === undefined && conditions.length > 1
  let size = isSparse ? Math.max(smallestWindow, limit + 1) : limit + 1
  for (let index = position?.[0] ?? 0; index < ranges.length; ) {
    const after = position?.[0] === index ? position : undefined
    const range = ranges[index] as Range
    const asked = Math.min(size, left)
    const window = await readWindow(context, request, range, after, asked)
    const matches = await matchesIn(context, request, range, window)
    for (const { id, key } of window) {
      const row = matches.get(id)
      if (row && rows.length === limit) return { rows, next: position }
      if (row) rows.push(row)
      position = [index, key, id]
    }
    left -= window.length
    if (window.length < asked) index += 1
    else if (left <= 0) return { rows, next: position }
    size = sizeOfNext(limit + 1 - rows.length, window.length, matches.size)
  }
  return { rows, next: undefined }
}

/** Returns the size of a window that probably has so many `wanted` matches, if matches are as frequent as in the last one. */
function sizeOfNext(wanted: number, examined: number, matched: number): number {
  const expected = matched === 0 ? examined * growth : Math.ceil((wanted * examined * reserve) / matched)
  return Math.max(smallestWindow, expected)
}

/** The next ids of a range, in its order. */
function readWindow(
  context: Context,
  { candidates }: WalkRequest,
  { key, isUnique = false, descending = false, nulls, within }: Range,
  after: Position | undefined,
  size: number,
): Promise<Examined[]> {
  const { dialect } = context.forum.database
  const direction = descending ? 'desc' : 'asc'
  const id = eb.ref('users.id')
  // Few candidates are sorted, so that the planner does not look for them in the order of the list.
  const sorted = <T>(column: Expression<T>) => (candidates ? dialect.unindexed(column) : column)
  let query = context.db
    .selectFrom('users')
    .select(['users.id', sql<Examined['key']>`${key ?? sql`null`}`.as('key')])
    .limit(size)
  if (candidates) query = query.where(dialect.idIn(id, candidates))
  if (within) query = query.where(candidates ? sql<SqlBool>`(${within}) is true` : within)
  const lastKey = nulls === 'unknown' ? undefined : key && sorted(key)
  if (after) query = query.where(isAfter(lastKey, sorted(id), after, { isUnique, descending }))
  // PostgreSQL only reads an index for the order of nulls that the index has.
  if (key && nulls)
    query = query.orderBy(sorted(key), (by) => (descending ? by.desc().nullsLast() : by.asc().nullsFirst()))
  else if (key) query = query.orderBy(sorted(key), direction)
  if (!key || !isUnique) query = query.orderBy(sorted(id), direction)
  return query.$castTo<Examined>().execute()
}

function isAfter(
  key: Range['key'],
  id: Expression<number>,
  [, value, lastId]: Position,
  { isUnique, descending }: { isUnique: boolean; descending: boolean },
): Expression<SqlBool> {
  const beyond = sql.raw(descending ? '<' : '>')
  if (!key) return sql`${id} ${beyond} ${lastId}`
  return isUnique ? sql`${key} ${beyond} ${value}` : sql`(${key}, ${id}) ${beyond} (${value}, ${lastId})`
}

async function matchesIn(
  context: Context,
  { conditions }: WalkRequest,
  { except }: Range,
  window: readonly Examined[],
): Promise<Map<number, UserRow>> {
  if (window.length === 0) return new Map()
  const ids = window.map(({ id }) => id)
  let query = visibleRows(context, resourceOf(context, 'users')).where(
    context.forum.database.dialect.idIn(eb.ref('users.id'), ids),
  )
  for (const condition of [...conditions, ...(except ? [except] : [])]) query = query.where(condition)
  const rows = (await query.execute()) as unknown as UserRow[]
  return new Map(rows.map((row) => [row.id, row]))
}
