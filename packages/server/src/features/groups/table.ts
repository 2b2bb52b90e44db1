import type { Generated, Selectable } from 'kysely'

export interface GroupTable {
  id: Generated<number>
  name_singular: string
  name_plural: string
  color: string | null
  icon: string | null
  is_hidden: Generated<boolean>
  /** Set once it is gone for everybody; its row follows. */
  deleted_at: Generated<string | null>
}

export type GroupRow = Selectable<GroupTable>

/** Assigned groups; everyone and members are implied and not stored. */
export interface GroupUserTable {
  user_id: number
  group_id: number
}

export interface GroupPermissionTable {
  group_id: number
  permission: string
}

/** Permissions whose default groups got them once; an administrator's choice stays. */
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
