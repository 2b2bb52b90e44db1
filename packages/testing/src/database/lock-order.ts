import { lockOrder } from '@parley/server/db/lock-order'
import { PostgresConnection } from '@parley/server/db/postgres-connection'
import type { CompiledQuery } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'

type LockedTable = (typeof lockOrder)[number]

/** Rows of the tables of `lockOrder` that a statement locks. */
export interface Lock {
  table: LockedTable
  /** Undefined where the statement does not name them. */
  ids: readonly number[] | undefined
  /** Whether the rows are locked in the order of their ids, whichever they are. */
  isOrdered: boolean
}

/** What a statement locks, and waits for; what it inserts is nobody else's, and what it skips nobody waits for. */
export function lockOf({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Lock | undefined {
  const text = sql.replace(/\s+/g, ' ').trim()
  if (/ skip locked/.test(text)) return undefined
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

/** What a transaction holds, and whether a further lock of it keeps the order. */
export class HeldLocks {
  readonly #held = new Map<LockedTable, Set<number>>()

  /** What is wrong with it, if anything. */
  add({ table, ids, isOrdered }: Lock): string | undefined {
    const own = this.#held.get(table) ?? new Set<number>()
    if (ids?.every((id) => own.has(id))) return undefined
    this.#held.set(table, own)
    const later = [...this.#held].find(
      ([name, held]) => held.size > 0 && lockOrder.indexOf(name) > lockOrder.indexOf(table),
    )
    if (later) return `${table} after ${later[0]}`
    if (ids === undefined) return isOrdered ? undefined : `rows of ${table} that are not named`
    const highest = Math.max(0, ...own)
    const fresh = ids.filter((id) => !own.has(id))
    for (const id of fresh) own.add(id)
    if (fresh.some((id) => id < highest)) return `${table} ${fresh} after ${highest}`
    return undefined
  }
}

/**
 * Watches the statements of every transaction on PostgreSQL until the test ends. The function it returns tells which of
 * them locked rows against `lockOrder`, and how many locked any.
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
      // There is one connection object for each transaction.
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
