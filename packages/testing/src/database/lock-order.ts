import { lockOrder } from '@parley/server/db/lock-order'
import { PostgresConnection } from '@parley/server/db/postgres-connection'
import type { CompiledQuery } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'

type LockedTable = (typeof lockOrder)[number]

/** Rows that a statement locks in a table of `lockOrder`. */
export interface Lock {
  table: LockedTable
  /** Ids of the rows; undefined if the statement does not list them. */
  ids: readonly number[] | undefined
  /** Whether the statement locks the rows in the order of their ids. */
  isOrdered: boolean
}

/** The rows that a statement locks and may wait for. Inserted rows and `skip locked` never wait. */
export function lockOf({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Lock | undefined {
  const text = sql.replace(/\s+/g, ' ').trim()
  if (/ skip locked/.test(text)) return undefined
  // The last statement of a transaction: it locks all its rows in the order of their key.
  if (/^insert into "statistics" .* do update /.test(text)) {
    return { table: 'statistics', ids: [0], isOrdered: true }
  }
  const changed = /^(?:update|delete from) "(\w+)"/i.exec(text)?.[1]
  const selected = / for (?:no key )?update$/.test(text) ? / from "(\w+)"/.exec(text)?.[1] : undefined
  const table = lockOrder.find((name) => name === (changed ?? selected))
  return table && { table, ids: idsOf(text, table, parameters), isOrdered: / order by "id"/.test(text) }
}

function idsOf(text: string, table: string, parameters: readonly unknown[]): number[] | undefined {
  const column = `(?:"${table}"\\.)?"?id"?`
  const named = new RegExp(
    `(?:where|and) \\(?${column} (?:= \\$(\\d+)|= any\\(\\$(\\d+)|in \\(([$\\d, ]+)\\))`,
  )
  const [, one, many, list] = named.exec(text) ?? []
  if (list !== undefined)
    return list.split(',').map((place) => parameters[Number(place.trim().slice(1)) - 1] as number)
  const value = parameters[Number(one ?? many) - 1]
  if (typeof value === 'number') return [value]
  return Array.isArray(value) ? (value as number[]) : undefined
}

/** The locks of a transaction, to check that further locks keep the order. */
export class HeldLocks {
  readonly #held = new Map<LockedTable, Set<number>>()

  /** Adds a lock. Returns the fault if it breaks the order. */
  add({ table, ids, isOrdered }: Lock): string | undefined {
    const own = this.#held.get(table) ?? new Set<number>()
    if (ids?.every((id) => own.has(id))) return undefined
    this.#held.set(table, own)
    const later = [...this.#held].find(
      ([name, held]) => held.size > 0 && lockOrder.indexOf(name) > lockOrder.indexOf(table),
    )
    if (later) return `${table} after ${later[0]}`
    if (ids === undefined) return isOrdered ? undefined : `rows of ${table} without ids or order`
    const highest = Math.max(0, ...own)
    const fresh = ids.filter((id) => !own.has(id))
    for (const id of fresh) own.add(id)
    if (fresh.some((id) => id < highest)) return `${table} ${fresh} after ${highest}`
    return undefined
  }
}

/**
 * Watches the statements of every transaction on PostgreSQL until the test ends. The returned function reports the
 * statements that locked rows against `lockOrder`, and the number of transactions that locked any.
 */
export function watchLocks(): () => { faults: readonly string[]; transactions: number } {
  const byTransaction = new Map<object, HeldLocks>()
  const faults = new Set<string>()
  const run = PostgresConnection.prototype.executeQuery
  const spy = vi.spyOn(PostgresConnection.prototype, 'executeQuery').mockImplementation(function (
    this: PostgresConnection,
    query,
  ) {
    const lock = lockOf(query)
    if (lock) {
      // Each transaction has its own connection object.
      const held = byTransaction.get(this) ?? new HeldLocks()
      byTransaction.set(this, held)
      const fault = held.add(lock)
      if (fault) faults.add(`${fault}: ${query.sql}`)
    }
    return run.call(this, query)
  } as typeof run)
  onTestFinished(() => spy.mockRestore())
  return () => ({ faults: [...faults], transactions: byTransaction.size })
}

/** Fails the running test when a transaction locks rows against `lockOrder`. */
export function expectLockOrder(): void {
  const locks = watchLocks()
  onTestFinished(() => expect(locks().faults).toEqual([]))
}
