import { sql } from 'kysely'
import type { TableChange } from '../../infrastructure/db/changes.ts'
import type { Forum } from '../../points/context/context.ts'
import type { Affected } from '../../points/resources/affects.ts'
import type { Resource } from '../../points/resources/resources.ts'
import type { GuestPageCache } from './guest-cache.ts'
import { anyOf, listOf, rowOf } from './shown.ts'

/**
 * Drops the guests' pages that show what a transaction has changed, whatever made the change. `forum` gives the forum
 * as it is by then.
 */
export function invalidateChangedPages(cache: GuestPageCache, forum: () => Forum | undefined) {
  return async (changes: readonly TableChange[]): Promise<void> => {
    if (cache.isEmpty) return
    const current = forum()
    try {
      const affected = current && (await affectedBy(changes, current))
      if (affected) cache.drop(affected)
      else cache.clear()
    } catch (error) {
      cache.clear()
      current?.log.error({ err: error }, 'Which pages a change affects could not be read; all are drawn anew')
    }
  }
}

/** What is affected, in the words of `shown.ts`; undefined for everything. */
async function affectedBy(
  changes: readonly TableChange[],
  forum: Forum,
): Promise<ReadonlySet<string> | undefined> {
  const { resources, affects } = forum.points
  const affected = new Set<string>()
  for (const change of changes) {
    if (change.table === undefined) return undefined
    const declared = affects.get(change.table)
    if (declared === 'nothing' || isUnseen(change, affects)) continue
    const owners = [...resources.values()].filter(({ table }) => table === change.table)
    if (declared === 'everything' || (declared === undefined && owners.length === 0)) return undefined
    for (const resource of owners) {
      addRows(affected, change, resource)
      const { lockedWith } = resource
      if (lockedWith) await addParents(affected, change, lockedWith, forum)
      if (change.kind === 'delete') addChildren(affected, resource, resources)
    }
    if (declared) await addParents(affected, change, declared, forum)
  }
  return affected
}

/** Whether only columns were written that guests see nothing of. */
function isUnseen({ table, columns = [] }: TableChange, affects: ReadonlyMap<string, Affected>): boolean {
  return columns.length > 0 && columns.every((column) => affects.has(`${table}.${column}`))
}

function addRows(affected: Set<string>, { kind, columns, among }: TableChange, resource: Resource): void {
  const { type, bareColumns } = resource
  affected.add(listOf(type))
  // What was not there stands on no page but in lists.
  if (kind === 'insert') return
  const touchesBare = !columns || !bareColumns || columns.some((column) => bareColumns.includes(column))
  const ids = among.get('id')
  for (const form of touchesBare ? (['full', 'bare'] as const) : (['full'] as const)) {
    if (ids) for (const id of ids) affected.add(rowOf(type, id, form))
    else affected.add(anyOf(type, form))
  }
}

/** What the rows belong to: a list of a discussion's posts stands on its page. */
async function addParents(
  affected: Set<string>,
  change: TableChange,
  { type, key }: Exclude<Affected, string>,
  forum: Forum,
): Promise<void> {
  const parents = change.columns?.includes(key) ? undefined : await parentsOf(change, key, forum)
  for (const id of parents ?? []) affected.add(rowOf(type, id, 'full'))
  if (!parents) affected.add(anyOf(type, 'full'))
}

/** Ids in `key` of the changed rows; undefined when some are not known. */
async function parentsOf(
  { table, among }: TableChange,
  key: string,
  { database }: Forum,
): Promise<readonly number[] | undefined> {
  const known = among.get(key)
  const ids = among.get('id')
  if (known || !ids || table === undefined) return known
  const { rows } = await sql<{ id: number; parent: number | null }>`
    select id, ${sql.ref(key)} as parent from ${sql.table(table)}
    where ${database.dialect.idIn(sql.ref<number>('id'), ids)}`.execute(database.read)
  const isWhole = new Set(rows.map(({ id }) => id)).size === new Set(ids).size
  return isWhole ? rows.flatMap(({ parent }) => parent ?? []) : undefined
}

/** The database may have deleted what belonged to the rows. */
function addChildren(
  affected: Set<string>,
  { type }: Resource,
  resources: ReadonlyMap<string, Resource>,
): void {
  for (const child of resources.values()) {
    if (child.lockedWith?.type !== type) continue
    affected.add(listOf(child.type))
    for (const form of ['full', 'bare'] as const) affected.add(anyOf(child.type, form))
  }
}
