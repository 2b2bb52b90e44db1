import { readPermissionGroups, setPermission } from '../../features/groups/permission-route.ts'
import type { Context } from '../../points/context/context.ts'
import { type Command, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley permission:set`: who holds a permission. */
export const setPermissionCommand: Command = {
  name: 'permission:set',
  summary: 'say which groups hold a permission',
  usage: '<permission> <groups>',
  details: [
    'Gives a permission to exactly these groups: ids or names separated by commas, or none. Administrators hold every permission without being named; 2 is everyone, 3 are members, 4 moderators. A running server goes by it within a second.',
  ],
  options: {},
  optionHelp: [],
  arguments: 2,
  run: (input) =>
    withForum(input, async (forum) => {
      const [permission = '', groups = ''] = input.arguments
      const context = forum.asSystem()
      const groupIds = await readGroups(groups, context)
      const read = readPermissionGroups({ permission, groupIds }, context)
      await forum.current.write(context, (writing) => setPermission(writing, read))
      if (!forum.current.points.permissions.has(permission)) {
        input.terminal.note(`Nothing that is enabled asks for the permission '${permission}'.`)
      }
      input.terminal.print(`${permission} is held by ${groups}.`)
    }),
}

async function readGroups(list: string, { db }: Context): Promise<number[]> {
  if (list === 'none') return []
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name_singular', 'name_plural'])
    .where('deleted_at', 'is', null)
    .execute()
  return list.split(',').map((part) => {
    const wanted = part.trim().toLowerCase()
    const group = groups.find(({ id, name_singular, name_plural }) =>
      [String(id), name_singular.toLowerCase(), name_plural.toLowerCase()].includes(wanted),
    )
    if (group) return group.id
    const known = groups.map(({ id, name_plural }) => `${id} (${name_plural})`).join(', ')
    throw new UsageError(`There is no group '${part.trim()}'. There are ${known}.`)
  })
}
