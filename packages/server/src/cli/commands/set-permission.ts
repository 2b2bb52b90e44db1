import { readPermissionGroups, setPermission } from '../../features/groups/permission-route.ts'
import type { Context } from '../../points/context/context.ts'
import { type Command, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley permission:set`: grants a permission to groups. */
export const setPermissionCommand: Command = {
  name: 'permission:set',
  summary: 'set the groups that hold a permission',
  usage: '<permission> <groups>',
  details: [
    'Grants a permission to exactly these groups: ids or names separated by commas, or none. Administrators hold every permission implicitly; 2 is everyone, 3 are members, 4 moderators. Running servers apply the change within a second.',
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
        input.terminal.note(`No enabled feature or extension uses the permission '${permission}'.`)
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
    const requested = part.trim().toLowerCase()
    const group = groups.find(({ id, name_singular, name_plural }) =>
      [String(id), name_singular.toLowerCase(), name_plural.toLowerCase()].includes(requested),
    )
    if (group) return group.id
    const existing = groups.map(({ id, name_plural }) => `${id} (${name_plural})`).join(', ')
    throw new UsageError(`There is no group '${part.trim()}'. There are ${existing}.`)
  })
}
