import { sql } from 'kysely'
import type { TableChange } from '../../infrastructure/db/changes.ts'
import type { Forum } from '../../points/context/context.ts'
import type { Affected } from '../../points/resources/affects.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { anyRowTag, listTag, rowTag } from './cache-tags.ts'
import type { GuestPageCache } from './guest-cache.ts'

/**
 * Makes a listener for committed changes, which evicts the guests' pages that show them. `forum` returns the current
 * build of the forum.
 */
export function invalidateChangedPages(cache: GuestPageCache, forum: () => Forum | undefined) {
  return async (changes: readonly TableChange[]): Promise<void> => {
    if (cache.isEmpty) return
    const current = forum()
    try {
      const affected = current && (await tagsAffectedBy(changes, current))
      if (affected) cache.invalidate(affected)
      else cache.clear()
    } catch (error) {
      cache.clear()
      current?.log.error(
        { err: error },
        'The page cache was cleared: finding the pages that a change affects failed',
      )
    }
  }
}

/** The cache tags (`cache-tags.ts`) of pages that the changes affect; undefined for every page. */
async function tagsAffectedBy(
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

/** Whether guests see none of the written columns. */
export function isUnseen(
  { table, columns = [] }: TableChange,
  affects: ReadonlyMap<string, Affected>,
): boolean {
  return columns.length > 0 && columns.every((column) => affects.has(`${table}.${column}`))
}

function addRows(
  affected: Set<string>,
  { kind, columns, knownValues }: TableChange,
  resource: Resource,
): void {
  const { type, bareColumns } = resource
  affected.add(listTag(type))
  // No cached page shows a new row, but a list may have to.
  if (kind === 'insert') return
  const touchesBare = !columns || !bareColumns || columns.some((column) => bareColumns.includes(column))
  const ids = knownValues.get('id')
  for (const form of touchesBare ? (['full', 'bare'] as const) : (['full'] as const)) {
    if (ids) for (const id of ids) affected.add(rowTag(type, id, form))
    else affected.add(anyRowTag(type, form))
  }
}

/** Adds the rows that own the changed ones: the page of a discussion shows the list of its posts. */
async function addParents(
  affected: Set<string>,
  change: TableChange,
  { type, key }: Exclude<Affected, string>,
  forum: Forum,
): Promise<void> {
  const parents = change.columns?.includes(key) ? undefined : await parentsOf(change, key, forum)
  for (const id of parents ?? []) affected.add(rowTag(type, id, 'full'))
  if (!parents) affected.add(anyRowTag(type, 'full'))
}

/** Ids in column `key` of the changed rows; undefined if some are unknown. */
async function parentsOf(
  { table, knownValues }: TableChange,
  key: string,
  { database }: Forum,
): Promise<readonly number[] | undefined> {
  const parents = knownValues.get(key)
  const ids = knownValues.get('id')
  if (parents || !ids || table === undefined) return parents
  const { rows } = await sql<{ id: number; parent: number | null }>`
    select id, ${sql.ref(key)} as parent from ${sql.table(table)}
    where ${database.dialect.idIn(sql.ref<number>('id'), ids)}`.execute(database.read)
  const isWhole = new Set(rows.map(({ id }) => id)).size === new Set(ids).size
  return isWhole ? rows.flatMap(({ parent }) => parent ?? []) : undefined
}

/** Adds the children of deleted rows: the database may have deleted them in cascade. */
function addChildren(
  affected: Set<string>,
  { type }: Resource,
  resources: ReadonlyMap<string, Resource>,
): void {
  for (const child of resources.values()) {
    if (child.lockedWith?.type !== type) continue
    affected.add(listTag(child.type))
    for (const form of ['full', 'bare'] as const) affected.add(anyRowTag(child.type, form))
  }
}
