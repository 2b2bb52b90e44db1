import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceType } from '../resources/resource-rows.ts'

/** A kind of parts of the forum for which scoped permissions are granted, as `room5.discussion.reply`. */
export interface PermissionPart {
  /** The name of the part with this id; undefined if there is none. */
  nameOf(id: number, context: Context): string | undefined
  /** How administrators give parts permissions of their own: each such part is a column of the permission grid. */
  grid?: PartsInGrid
}

/** Parts in the permission grid. Texts are locale keys. */
export interface PartsInGrid {
  /** The resource of the parts, and its attribute that says whether a part has permissions of its own. */
  resource: ResourceType
  attribute: string
  /** What one part is called: 'A tag'. */
  label: string
  /** The button that adds a column: 'Restrict by tag'. */
  addLabel: string
  /** What follows when a part gets permissions of its own, and when it loses them. */
  addText: string
  removeText: string
  /** All parts in their order. */
  list(context: Context): Promise<readonly GridPart[]>
}

export interface GridPart {
  id: number
  name: string
  color: string | null
  /** Whether it has permissions of its own. */
  isRestricted: boolean
}

/** A permission for one part of the forum. */
export interface PartPermission {
  /** `room` of `room5.discussion.reply`. */
  kind: string
  id: number
  /** The name of the permission that is granted for the part: `discussion.reply`. */
  permission: string
}

/** Splits the name of a permission; undefined for one that is for the whole forum, or for parts of an unknown kind. */
export function partOf(name: string, kinds: { has(kind: string): boolean }): PartPermission | undefined {
  const [, kind = '', digits = '', permission = ''] = /^([a-z]+)(\d{1,15})\.(.+)$/.exec(name) ?? []
  return kinds.has(kind) ? { kind, id: Number(digits), permission } : undefined
}

/** The name of a permission for one part. */
export function nameInPart({ kind, id, permission }: PartPermission): string {
  return `${kind}${id}.${permission}`
}

/** Checks and combines the kinds of parts of all extensions. */
export function combinePermissionParts(
  declared: readonly Declared<Readonly<Record<string, PermissionPart>> | undefined>[],
): Map<string, Owned<PermissionPart>> {
  return mergeRecords('permissionParts', declared, ({ nameOf, grid }, kind) => {
    if (!/^[a-z]+$/.test(kind)) return 'is no word of small letters'
    if (typeof nameOf !== 'function') return 'has no nameOf'
    const missing = grid && gridMembers.find((member) => !grid[member])
    return missing && `has a grid without ${missing}`
  })
}

const gridMembers = ['resource', 'attribute', 'label', 'addLabel', 'addText', 'removeText', 'list'] as const

declare module '../extension.ts' {
  interface Extension {
    /** Kinds of parts of the forum that have permissions of their own, by the beginning of their permissions' names. */
    permissionParts?: Readonly<Record<string, PermissionPart>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    permissionParts: ReadonlyMap<string, Owned<PermissionPart>>
  }
}

/** Parts of the forum with permissions of their own. */
export const permissionPartsPoint = definePoint('permissionParts', {
  sections: ['permissionParts'],
  combine: ({ permissionParts }) => combinePermissionParts(permissionParts),
})
