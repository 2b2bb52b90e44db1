import type { OverviewPart, OverviewParts, PermissionOverview, PermissionRow } from '@parley/shared'
import type { App } from '../../points/app.ts'

/** A column of the grid: a part of the forum with permissions of its own. */
export interface Column {
  /** The beginning of its permissions: `tag5`. */
  key: string
  kind: OverviewParts
  part: OverviewPart
}

/** The parts of the forum that have permissions of their own, in their order. */
export function columnsOf({ parts }: Pick<PermissionOverview, 'parts'>): Column[] {
  return parts.flatMap((kind) =>
    kind.parts
      .filter(({ isRestricted }) => isRestricted)
      .map((part) => ({ key: `${kind.kind}${part.id}`, kind, part })),
  )
}

/** The row of a permission that is in the grid, or that a group holds for a part of the forum. */
export function findPermission(
  { rows }: Pick<PermissionOverview, 'rows'>,
  permission: string,
): PermissionRow | undefined {
  const row = rows.find((each) => each.kind === 'permission' && each.permission === permission)
  return row?.kind === 'permission' ? row : undefined
}

/** A permission for a part of the forum; undefined where it is for the whole forum only. */
export function cellOf(
  overview: PermissionOverview,
  row: PermissionRow,
  { key, part }: Column,
  t: App['t'],
): PermissionRow | undefined {
  if (!row.scoped) return undefined
  const permission = `${key}.${row.permission}`
  const label = t('core.admin.permissions.in_part_label', { permission: row.label, part: part.name })
  const ungranted = { groupIds: [], version: overview.ungranted, lacks: [], section: null, scoped: false }
  return findPermission(overview, permission) ?? { ...row, ...ungranted, permission, label }
}
