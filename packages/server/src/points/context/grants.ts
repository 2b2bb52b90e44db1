import { noteConfigurationChange } from '../../infrastructure/configuration.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { defaultGroupIds, type Permission } from '../access/permissions.ts'
import type { Grants } from './actor.ts'

/** Which groups hold which permissions, in memory. */
export class GrantRegistry implements Grants {
  #groupsByPermission: ReadonlyMap<string, readonly number[]> = new Map()

  get snapshot(): object {
    return this.#groupsByPermission
  }

  holds(groupIds: ReadonlySet<number>, permission: string): boolean {
    for (const id of this.#groupsByPermission.get(permission) ?? []) {
      if (groupIds.has(id)) return true
    }
    return false
  }

  heldBy(groupIds: ReadonlySet<number>): string[] {
    return [...this.#groupsByPermission.keys()]
      .filter((permission) => this.holds(groupIds, permission))
      .sort()
  }

  /** Reads the permissions anew; call it when a change of them is durable. */
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
 * Gives permissions that the forum sees for the first time to the groups that hold them from the start. What an
 * administrator takes away later stays away, also when the extension is disabled and enabled again.
 */
export async function grantDefaults(
  database: Database,
  permissions: ReadonlyMap<string, Permission>,
): Promise<void> {
  const known = await database.read.selectFrom('known_permissions').select('permission').execute()
  const seen = new Set(known.map((row) => row.permission))
  const unseen = [...permissions].filter(([name]) => !seen.has(name))
  if (unseen.length === 0) return
  await database.transaction(async (db) => {
    await noteConfigurationChange(db)
    const groups = await db.selectFrom('groups').select('id').where('deleted_at', 'is', null).execute()
    const existing = new Set(groups.map((row) => row.id))
    for (const [permission, declared] of unseen) {
      const noted = await db
        .insertInto('known_permissions')
        .values({ permission })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (noted.numInsertedOrUpdatedRows === 0n) continue
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
