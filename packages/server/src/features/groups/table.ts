import type { Generated, Selectable } from 'kysely'

export interface GroupTable {
  id: Generated<number>
  name_singular: string
  name_plural: string
  color: string | null
  icon: string | null
  is_hidden: Generated<boolean>
  /** The place in lists of groups, which any number between two others changes; null for a place at the id. */
  position: Generated<number | null>
  /** Time of deletion: the group is invisible from then on, and a job removes its row. */
  deleted_at: Generated<string | null>
}

export type GroupRow = Selectable<GroupTable>

/** Assigned groups; membership in everyone and members is implicit and not stored. */
export interface GroupUserTable {
  user_id: number
  group_id: number
}

export interface GroupPermissionTable {
  group_id: number
  permission: string
}

/** Permissions that were granted to their default groups once, so that later changes by administrators stay. */
export interface KnownPermissionTable {
  permission: string
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    known_permissions: KnownPermissionTable
    groups: GroupTable
    group_user: GroupUserTable
    group_permission: GroupPermissionTable
  }
}

declare module '../../points/resources/resource-rows.ts' {
  interface ResourceRows {
    groups: GroupRow
  }
}
