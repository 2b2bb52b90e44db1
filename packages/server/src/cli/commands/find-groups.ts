import { selectGroups } from '../../features/permissions/overview.ts'
import type { Context } from '../../points/context/context.ts'
import { UsageError } from '../command.ts'

/** Finds groups by id or name. @throws `UsageError` with the groups that there are. */
export async function findGroups(requested: readonly string[], context: Context): Promise<number[]> {
  const groups = await selectGroups(context)
  return requested.map((part) => {
    const name = part.trim().toLowerCase()
    const group = groups.find(({ id, name_singular, name_plural }) =>
      [String(id), name_singular.toLowerCase(), name_plural.toLowerCase()].includes(name),
    )
    if (group) return group.id
    const existing = groups.map(({ id, name_plural }) => `${id} (${name_plural})`).join(', ')
    throw new UsageError(`There is no group '${part.trim()}'. There are ${existing}.`)
  })
}

/** Reads a list of groups, ids or names separated by commas, or `none`. @throws as `findGroups`. */
export async function readGroups(list: string, context: Context): Promise<number[]> {
  return list === 'none' ? [] : findGroups(list.split(','), context)
}
