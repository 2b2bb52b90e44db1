import { CompiledQuery, type Expression, type SqlBool, sql } from 'kysely'
import { BoundedMap } from '../../../infrastructure/db/bounded-map.ts'
import type { Context } from '../../../points/context/context.ts'
import type { ListKey } from '../../../points/resources/lists.ts'
import type { Row } from '../../../points/resources/resource-rows.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import type { RowsQuery } from '../rows.ts'
import { idIn } from './conditions.ts'
import type { KeyScan } from './index-scans.ts'
import { type OrderColumn, orderRows, type Value } from './order.ts'

/** The part of a list that is asked for. */
export interface Wanted {
  /** The values after which it begins, in the order of the list; undefined for the beginning. */
  after: readonly Value[] | undefined
  /** Rows to leave out before it. */
  offset: number
  /** The maximum number of rows. */
  limit: number
}

/** Entries that are read at first, of all keys together. */
const firstEntries = 240

/** Entries whose rows are read before a scan gives up, because too few of them belong to the list. */
export const maximumEntries = 400

/** The most rows under the keys that a list sorts, in an order that the index does not have, unless the index says it. */
const maximumSorted = 240

/**
 * Reads a part of a list by an index scan: the next entries in the order of the list, then their rows with `query`, which
 * leaves out those that do not belong to the list, until there are enough. Undefined if that takes too many entries, or
 * the index does not have the order.
 */
export async function scanIndex(
  context: Context,
  resource: Resource,
  { query, order, scan }: { query: RowsQuery; order: readonly OrderColumn[]; scan: KeyScan },
  { after, offset, limit }: Wanted,
): Promise<Row[] | undefined> {
  const columns = columnsIn(scan, resource, order)
  const wanted = offset + limit
  if (!columns || wanted > maximumEntries) return undefined
  const entries = new Entries(context, { scan, columns, isDescending: order[0]?.descending ?? false, after })
  const rows: Row[] = []
  for (let taken = 0, size = wanted; ; size = Math.min(2 * size, maximumEntries - taken)) {
    const ids = await entries.take(size)
    taken += ids.length
    const among = query.where(idIn(context, resource, ids))
    if (ids.length > 0) rows.push(...(await orderRows(among, order).execute()))
    if (rows.length >= wanted || ids.length < size) return rows.slice(offset, wanted)
    if (taken >= maximumEntries) return undefined
  }
}

/** The ids of all rows under the keys of a scan; undefined if there are more entries than `maximum`. */
export async function idsUnderKeys(
  { db }: Context,
  { index, keys }: KeyScan,
  maximum = index.sortsUpTo ?? maximumSorted,
): Promise<number[] | undefined> {
  const limit = sql.lit(maximum + 1)
  const parts = keys.map(
    (key) => sql`select * from (select ${sql.ref(index.row)} as id from ${sql.table(index.table)}
    where ${isKey(index.key, key)} limit ${limit}) as entries`,
  )
  if (parts.length === 0) return []
  const { rows } = await sql<{ id: number }>`select id from (${sql.join(parts, sql` union all `)}) as entries
    limit ${limit}`.execute(db)
  return rows.length > maximum ? undefined : [...new Set(rows.map(({ id }) => id))]
}

/** The columns of the index that have the order of a list; undefined if it has another order. */
function columnsIn(
  { index }: KeyScan,
  { sorts }: Resource,
  order: readonly OrderColumn[],
): readonly string[] | undefined {
  const repeated = new Map(
    Object.entries(index.sorts ?? {}).map(([name, column]) => {
      const sort = sorts.get(name)
      return [typeof sort === 'object' ? sort.column : sort, column as string]
    }),
  )
  repeated.set('id', index.row)
  // A further column would stand between the sorted one and the row in the database index.
  const isUniform = order.every(({ descending }) => descending === order[0]?.descending)
  if (order.length > 2 || !isUniform) return undefined
  const columns = order.flatMap(({ name }) => repeated.get(name) ?? [])
  return columns.length === order.length ? columns : undefined
}

function isKey(columns: readonly string[], key: ListKey): Expression<SqlBool> {
  return sql<SqlBool>`${sql.join(
    columns.map((column, place) => sql`${sql.ref(column)} = ${key[place]}`),
    sql` and `,
  )}`
}

/** A row under a key: its values in the order of the list, of which the last is its id. */
type Entry = readonly Value[]

/** The entries of one key that are read and not taken. */
interface KeyRange {
  key: ListKey
  entries: Entry[]
  /** The last entry that was read, or the values after which the list begins. */
  last: Entry | undefined
  isAtEnd: boolean
}

/** Texts of statements: to compose one of fifty keys takes longer than to run it. */
const statements = new BoundedMap<string, string>(100)

interface EntriesOptions {
  scan: KeyScan
  columns: readonly string[]
  isDescending: boolean
  after: Entry | undefined
}

/** Merges the entries of several keys in the order of the list, reading as few of them as possible. */
class Entries {
  readonly #context: Context
  readonly #options: EntriesOptions
  readonly #ranges: KeyRange[]
  #isUnread = true

  constructor(context: Context, options: EntriesOptions) {
    this.#context = context
    this.#options = options
    const { scan, after } = options
    this.#ranges = scan.keys.map((key) => ({ key, entries: [], last: after, isAtEnd: false }))
  }

  /** Takes the next entries; fewer than `count` at the end. Returns the ids of their rows, each once. */
  async take(count: number): Promise<number[]> {
    for (;;) {
      const next = this.#merged().slice(0, count)
      const end = next.length < count ? undefined : next.at(-1)
      const open = this.#ranges.filter(
        ({ isAtEnd, last }) => !isAtEnd && (this.#isUnread || !end || !last || this.#compare(last, end) < 0),
      )
      if (open.length === 0) return this.#remove(next)
      // Few of many keys have the first rows: only the entries of these are read further.
      const share = Math.max(1, Math.floor(firstEntries / open.length))
      await this.#read(open, this.#isUnread ? Math.min(share, count) : count)
      this.#isUnread = false
    }
  }

  #merged(): Entry[] {
    const sorted = this.#ranges.flatMap(({ entries }) => entries).toSorted((a, b) => this.#compare(a, b))
    return sorted.filter((entry, place) => entry.at(-1) !== sorted[place - 1]?.at(-1))
  }

  #remove(taken: readonly Entry[]): number[] {
    const last = taken.at(-1)
    if (last) {
      for (const range of this.#ranges)
        range.entries = range.entries.filter((entry) => this.#compare(entry, last) > 0)
    }
    return taken.map((entry) => Number(entry.at(-1)))
  }

  async #read(ranges: readonly KeyRange[], size: number): Promise<void> {
    const { columns } = this.#options
    const parameters = ranges.flatMap(({ key, last = [] }) => [...key, ...last])
    const query = CompiledQuery.raw(this.#statement(ranges, size), parameters)
    const { rows } = await this.#context.db.executeQuery<Record<string, Value>>(query)
    const names = columns.map((_, place) => `value${place}`)
    const rowsByPlace = Map.groupBy(rows, ({ place }) => place)
    for (const [place, range] of ranges.entries()) {
      const read = (rowsByPlace.get(place) ?? [])
        .map((row): Entry => names.map((name) => row[name] ?? null))
        .toSorted((a, b) => this.#compare(a, b))
      range.entries.push(...read)
      range.last = read.at(-1) ?? range.last
      range.isAtEnd = read.length < size
    }
  }

  /** The text of the statement that reads the next entries of these keys: all of them have a last entry, or none. */
  #statement(ranges: readonly KeyRange[], size: number): string {
    const { db, forum } = this.#context
    const { scan, columns, isDescending } = this.#options
    const { table, key } = scan.index
    const hasLast = ranges.some(({ last }) => last)
    const { name } = forum.database.dialect
    const id = JSON.stringify([name, table, key, columns, isDescending, ranges.length, hasLast, size])
    const known = statements.get(id)
    if (known !== undefined) return known
    const parts = ranges.map((range, place) => this.#partOf(range, place, size))
    const { sql: text } = sql`${sql.join(parts, sql` union all `)}`.compile(db)
    statements.set(id, text)
    return text
  }

  #partOf({ key, last }: KeyRange, place: number, size: number) {
    const { scan, columns, isDescending } = this.#options
    const { table, key: keyColumns } = scan.index
    const [direction, beyond] = isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
    const refs = columns.map((column) => sql.ref(column))
    const selected = sql.join(refs.map((ref, index) => sql`${ref} as ${sql.id(`value${index}`)}`))
    const rest = last ? sql` and (${sql.join(refs)}) ${beyond} (${sql.join(last)})` : sql``
    return sql`select * from (select ${sql.lit(place)} as place, ${selected} from ${sql.table(table)}
      where ${isKey(keyColumns, key)}${rest}
      order by ${sql.join(refs.map((ref) => sql`${ref} ${direction}`))} limit ${sql.lit(size)}) as ${sql.id(`part${place}`)}`
  }

  #compare(a: Entry, b: Entry): number {
    for (const [place, value] of a.entries()) {
      const other = b[place] ?? null
      if (value === other) continue
      const isBefore = (value ?? '') < (other ?? '')
      return isBefore === this.#options.isDescending ? 1 : -1
    }
    return 0
  }
}
