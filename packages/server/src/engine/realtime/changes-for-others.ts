import type { TableChange } from '../../infrastructure/db/changes.ts'
import type { Points } from '../../points/extension-point.ts'
import { isUnseen } from '../page/invalidate-pages.ts'

/** The changes that matter to other processes: of what readers see, and the end of sessions. */
export function changesForOthers(
  changes: readonly TableChange[],
  { affects }: Pick<Points, 'affects'>,
  tokenTable: string,
): TableChange[] {
  return changes.filter((change) => {
    const { table, kind } = change
    if (table === undefined) return true
    if (table === tokenTable && kind === 'delete') return true
    return affects.get(table) !== 'nothing' && !isUnseen(change, affects)
  })
}
