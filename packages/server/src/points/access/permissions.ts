import { type Actor, administrate, everyone, members, moderators } from '../context/actor.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceType } from '../resources/resource-rows.ts'
import { type GridRow, gridRowFault } from './grid.ts'

/**
 * A permission. One without a `section` is not in the permission grid: only the API and the command line grant it, and
 * administrators hold it, as they hold every permission.
 */
export interface Permission extends Partial<GridRow> {
  /** The groups that hold it from the start. */
  default?: readonly DefaultGroup[]
  /** Whether it can be granted to everyone, which includes guests. */
  guests?: true
  /** Permissions without which it has no effect. */
  requires?: readonly string[]
  /** Whether it can also be granted for a part of the forum, for example for the discussions of one tag. */
  scoped?: true
  /** What it lets a holder do with the rows of a resource; absent for what concerns no particular row. */
  ability?: { type: ResourceType; name: string }
  /** Opens pages of the administration area, to users who are not administrators. */
  opensAdmin?: true
}

export type DefaultGroup = keyof typeof groupOf

const groupOf = { everyone, member: members, moderator: moderators } as const

/** Checks and combines the permissions of all extensions. */
export function combinePermissions(
  declared: readonly Declared<Readonly<Record<string, Permission>> | undefined>[],
): Map<string, Owned<Permission>> {
  const names = new Set(declared.flatMap(({ section }) => Object.keys(section ?? {})))
  return mergeRecords('permissions', declared, (permission) => {
    const unknown = permission.default?.find((group) => !Object.hasOwn(groupOf, group))
    if (unknown) return `unknown group '${unknown}'; the groups are ${Object.keys(groupOf).join(', ')}`
    if (permission.default?.includes('everyone') && !permission.guests)
      return "is granted to everyone, but guests may not hold it (add 'guests: true')"
    const required = permission.requires?.find((name) => !names.has(name))
    if (required) return `requires '${required}', which is no permission`
    return permission.section === undefined ? undefined : gridRowFault(permission)
  })
}

/** Returns the ids of the groups that hold a permission from the start. */
export function defaultGroupIds(permission: Permission): number[] {
  return (permission.default ?? []).map((group) => groupOf[group])
}

/**
 * Returns what an actor holds of the permissions that open the administration area, `administrate` first: none for those
 * who may not enter.
 */
export function adminPermissions(actor: Actor, permissions: ReadonlyMap<string, Permission>): string[] {
  const delegable = [...permissions].filter(([, { opensAdmin }]) => opensAdmin).map(([name]) => name)
  return [administrate, ...delegable].filter((name) => actor.can(name))
}

declare module '../extension.ts' {
  interface Extension {
    /**
     * Permissions by name, `discussion.lock`. Groups hold them; administrators grant them in the permission grid, and hold all
     * of them.
     */
    permissions?: Readonly<Record<string, Permission>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    permissions: ReadonlyMap<string, Owned<Permission>>
  }
}

/** Permissions. */
export const permissionsPoint = definePoint('permissions', {
  sections: ['permissions'],
  combine: ({ permissions }) => combinePermissions(permissions),
})
