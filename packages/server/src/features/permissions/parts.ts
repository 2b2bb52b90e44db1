import type { FilePart, OverviewParts } from '@parley/shared'
import {
  type GridPart,
  nameInPart,
  type PartPermission,
  partOf,
} from '../../points/access/permission-parts.ts'
import type { Permission } from '../../points/access/permissions.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'

/** Splits the name of a permission for a part of the forum; undefined for one that is for the whole forum. */
export function partOfName(name: string, { forum }: Context): PartPermission | undefined {
  return partOf(name, forum.points.permissionParts)
}

/** What a permission is declared as. For a part it is what it is for the whole forum. */
export function declarationOf(name: string, context: Context): (Permission & { owner: string }) | undefined {
  return context.forum.points.permissions.get(partOfName(name, context)?.permission ?? name)
}

/** The permissions without which a permission has no effect; for a part those of the part, where they are scoped. */
export function requirementsOf(name: string, context: Context): string[] {
  const part = partOfName(name, context)
  return (declarationOf(name, context)?.requires ?? []).map((permission) =>
    part && declarationOf(permission, context)?.scoped ? nameInPart({ ...part, permission }) : permission,
  )
}

/** The kinds of parts that the grid shows, with all their parts. */
export async function readParts(context: Context): Promise<OverviewParts[]> {
  const translate = translatorOf(context)
  const kinds = [...context.forum.points.permissionParts]
  return Promise.all(
    kinds.flatMap(([kind, { grid }]) =>
      grid
        ? grid.list(context).then((parts) => ({
            kind,
            resource: grid.resource,
            attribute: grid.attribute,
            addLabel: translate(grid.addLabel),
            addText: translate(grid.addText),
            removeText: translate(grid.removeText),
            parts: parts.map(({ id, name, color, isRestricted }) => ({ id, name, color, isRestricted })),
          }))
        : [],
    ),
  )
}

/** Names the parts of permissions, so that another forum finds its own. */
export function partsOfNames(names: readonly string[], context: Context): FilePart[] {
  const parts = new Map<string, FilePart>()
  for (const each of names) {
    const part = partOfName(each, context)
    if (!part) continue
    const { kind, id } = part
    const name = context.forum.points.permissionParts.get(kind)?.nameOf(id, context)
    if (name !== undefined) parts.set(`${kind}${id}`, { kind, id, name })
  }
  return [...parts.values()]
}

/** A permission of a file for a part that the file names. */
interface NamedPermission {
  /** The name in the forum; undefined if no part of that name has permissions of its own here. */
  name: string | undefined
  label: string
}

/** Finds what permissions of a file for parts are called in the forum: parts have the same name, not the same id. */
export async function partFinder(
  fileParts: readonly FilePart[],
  context: Context,
): Promise<(name: string) => NamedPermission | undefined> {
  const translate = translatorOf(context)
  const { permissionParts } = context.forum.points
  const here = new Map<string, readonly GridPart[]>()
  for (const { kind } of fileParts) {
    const grid = permissionParts.get(kind)?.grid
    if (grid && !here.has(kind)) here.set(kind, await grid.list(context))
  }
  return (name) => {
    const part = partOfName(name, context)
    const named = part && fileParts.find(({ kind, id }) => kind === part.kind && id === part.id)
    const parts = part && here.get(part.kind)
    if (!part || !named || !parts) return undefined
    const match = sameNamed(parts, named)
    const declared = context.forum.points.permissions.get(part.permission)
    return {
      name: match && declared ? nameInPart({ ...part, id: match.id }) : undefined,
      label: translate('core.admin.permissions.in_part_label', {
        permission: declared?.label ? translate(declared.label) : part.permission,
        part: named.name,
      }),
    }
  }
}

/** The part of the same name; of several that with the same id, else none. */
function sameNamed(parts: readonly GridPart[], { id, name }: FilePart): GridPart | undefined {
  const found = parts.filter((part) => part.isRestricted && isSameName(part.name, name))
  return found.length > 1 ? found.find((part) => part.id === id) : found[0]
}

/** Compares names of groups or parts. */
export function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
