import type { TableChange } from '../../infrastructure/db/changes.ts'
import type { Points } from '../../points/extension-point.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { isUnseen } from '../page/invalidate-pages.ts'
import type { ChangedRow } from './delivery.ts'

/** Of more rows at once their readers hear as of unknown ones. */
const maximumRows = 100

/**
 * Returns the rows of followed types that changes of tables concern.
 * @param followed returns the ids of the rows of a type that are followed, which stand for rows whose ids are unknown.
 */
export function changedRows(
  changes: readonly TableChange[],
  { resources, affects, realtime }: Points,
  followed: (type: string) => readonly number[],
): ChangedRow[] {
  const types = new Set(
    [...realtime.topics.values()].map((topic) => ('row' in topic ? topic.row : topic.list)),
  )
  const rows = new Map<string, ChangedRow>()
  const add = (type: string, ids: readonly number[] | undefined) => {
    const some = ids && ids.length <= maximumRows ? ids : followed(type)
    for (const id of some) rows.set(`${type} ${id}`, { type, id })
  }
  for (const change of changes) {
    const { table } = change
    if (table === undefined || isUnseen(change, affects)) continue
    for (const resource of resources.values()) {
      if (resource.table === table) addRow(resource, change, types, add)
    }
  }
  return [...rows.values()]
}

function addRow(
  { type, lockedWith }: Resource,
  { kind, knownValues }: TableChange,
  types: ReadonlySet<string>,
  add: (type: string, ids: readonly number[] | undefined) => void,
): void {
  const ids = knownValues.get('id')
  if (types.has(type)) add(type, ids)
  if (!lockedWith || !types.has(lockedWith.type) || kind === 'delete') return
  if (ids && ids.length <= maximumRows) add(type, ids)
  else add(lockedWith.type, knownValues.get(lockedWith.key))
}
