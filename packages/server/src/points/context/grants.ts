import { recordConfigurationChange } from '../../infrastructure/configuration.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { defaultGroupIds, type Permission } from '../access/permissions.ts'
import type { Grants } from './actor.ts'

/** The permissions of the groups, in memory. */
export class GrantRegistry implements Grants {
  #groupsByPermission: ReadonlyMap<string, readonly number[]> = new Map()

  get snapshot(): object {
    return this.#groupsByPermission
  }

  holds(groupIds: ReadonlySet<number>, permission: string): boolean {
    for (const id of this.holders(permission)) {
      if (groupIds.has(id)) return true
    }
    return false
  }

  holders(permission: string): readonly number[] {
    return this.#groupsByPermission.get(permission) ?? []
  }

  heldBy(groupIds: ReadonlySet<number>): string[] {
    return [...this.#groupsByPermission.keys()]
      .filter((permission) => this.holds(groupIds, permission))
      .sort()
  }

  /** Reloads the permissions. Call it when a change of them is durable. */
  async load(db: Queries): Promise<void> {
    const rows = await db.selectFrom('group_permission').select(['group_id', 'permission']).execute()
    const groups = new Map<string, number[]>()
    for (const { group_id, permission } of rows) {
      const ids = groups.get(permission)
      if (ids) ids.push(group_id)
      else groups.set(permission, [group_id])
    }
    this.#groupsByPermission = groups
  }
}

/**
 * Grants new permissions to their default groups. `known_permissions` remembers them: a permission that an administrator
 * revokes is not granted again when its extension is disabled and enabled.
 */
export async function grantDefaults(
  database: Database,
  permissions: ReadonlyMap<string, Permission>,
): Promise<void> {
  const rows = await database.read.selectFrom('known_permissions').select('permission').execute()
  const known = new Set(rows.map((row) => row.permission))
  const unknown = [...permissions].filter(([name]) => !known.has(name))
  if (unknown.length === 0) return
  await database.transaction(async (db) => {
    await recordConfigurationChange(db)
    const groups = await db.selectFrom('groups').select('id').where('deleted_at', 'is', null).execute()
    const existing = new Set(groups.map((row) => row.id))
    for (const [permission, declared] of unknown) {
      const inserted = await db
        .insertInto('known_permissions')
        .values({ permission })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (inserted.numInsertedOrUpdatedRows === 0n) continue
      for (const group_id of defaultGroupIds(declared).filter((id) => existing.has(id))) {
        await db
          .insertInto('group_permission')
          .values({ group_id, permission })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    }
  })
}
