import { everyone, members, moderators } from '../context/actor.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** A permission, one row of the permission grid. */
export interface Permission {
  /** The groups that hold it from the start; administrators hold every permission. */
  default?: readonly DefaultGroup[]
}

export type DefaultGroup = keyof typeof groupOf

const groupOf = { everyone, member: members, moderator: moderators } as const

/** Checks and combines the permissions of all extensions. */
export function combinePermissions(
  declared: readonly Declared<Readonly<Record<string, Permission>> | undefined>[],
): Map<string, Owned<Permission>> {
  return mergeRecords('permissions', declared, (permission) => {
    const unknown = permission.default?.find((group) => !Object.hasOwn(groupOf, group))
    return unknown && `unknown group '${unknown}'; the groups are ${Object.keys(groupOf).join(', ')}`
  })
}

/** Returns the ids of the groups that hold a permission from the start. */
export function defaultGroupIds(permission: Permission): number[] {
  return (permission.default ?? []).map((group) => groupOf[group])
}

declare module '../extension.ts' {
  interface Extension {
    /** Permissions by name, `discussion.lock`. */
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
