import { findRowForUpdate, resourceOf } from '../../engine/jsonapi/rows.ts'
import { applyChanges } from '../../engine/jsonapi/writes/change-row.ts'
import { createGroup, deleteGroup } from '../../features/groups/change-group.ts'
import { readGroupDeletion } from '../../features/permissions/group-deletion.ts'
import { readOverview } from '../../features/permissions/overview.ts'
import { permissionDenied } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'
import { type Command, type CommandInput, UsageError } from '../command.ts'
import { jsonHelp, jsonOption, printJson } from '../json-output.ts'
import { withForum } from '../open-forum.ts'
import { findGroups } from './find-groups.ts'

const attributeOptions = {
  ...jsonOption,
  color: { type: 'string' },
  icon: { type: 'string' },
  hidden: { type: 'string' },
  position: { type: 'string' },
} as const

const attributeHelp = [
  ['--color <color>', 'of its badge: #80349E'],
  ['--icon <icon>', 'of its badge: fas fa-bolt'],
  ['--hidden <yes|no>', 'whether only those who may see hidden groups see it'],
  ['--position <number>', 'its place among the groups: a number between those of two others'],
] as const

/** `parley group:list`: lists the groups. */
export const listGroupsCommand: Command = {
  name: 'group:list',
  summary: 'list the groups',
  usage: '[--json]',
  details: ['Prints id, names and position of the groups, in their order.'],
  options: jsonOption,
  optionHelp: [jsonHelp],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      const { groups } = await readOverview(forum.asSystem())
      if (input.options.json) return printJson(input.terminal, groups)
      for (const { id, nameSingular, namePlural, position, isHidden } of groups) {
        const place = `position ${position}${isHidden ? ', hidden' : ''}`
        input.terminal.print(`${String(id).padStart(3)}  ${nameSingular} / ${namePlural}  ${place}`)
      }
    }),
}

/** `parley group:create`: creates a group. */
export const createGroupCommand: Command = {
  name: 'group:create',
  summary: 'create a group',
  usage: '<singular> <plural> [--color <color>] [--icon <icon>] [--hidden <yes|no>] [--json]',
  details: ['Creates a group and prints its id. permission:set grants it permissions.'],
  options: attributeOptions,
  optionHelp: [...attributeHelp, jsonHelp],
  arguments: 2,
  run: (input) =>
    withForum(input, async (forum) => {
      const [nameSingular, namePlural] = input.arguments
      const { position, ...attributes } = attributesOf(input)
      const sent = { attributes: { ...attributes, nameSingular, namePlural }, relationships: {}, meta: {} }
      const context = forum.asSystem()
      const id = await forum.current.write(context, async (writing) => {
        const group = await createGroup(sent, writing)
        if (position !== undefined)
          await applyChanges(writing, resourceOf(writing, 'groups'), group, { attributes: { position } })
        return group.id
      })
      await printGroup(input, id, context, `Group ${id} is created.`)
    }),
}

/** `parley group:edit`: changes a group. */
export const editGroupCommand: Command = {
  name: 'group:edit',
  summary: 'change a group',
  usage:
    '<group> [--singular <name> --plural <name>] [--color <color>] [--icon <icon>] [--hidden <yes|no>] [--position <number>] [--json]',
  details: ['Changes what the options name. The group is an id or a name; both names change together.'],
  options: { ...attributeOptions, singular: { type: 'string' }, plural: { type: 'string' } },
  optionHelp: [
    ['--singular <name>', 'the name of one member: Helper'],
    ['--plural <name>', 'the name of several members: Helpers'],
    ...attributeHelp,
    jsonHelp,
  ],
  arguments: 1,
  run: (input) =>
    withForum(input, async (forum) => {
      const { singular, plural } = input.options
      if ((singular === undefined) !== (plural === undefined))
        throw new UsageError('Both names change together: give --singular and --plural.')
      const names = singular === undefined ? {} : { nameSingular: singular, namePlural: plural }
      const context = forum.asSystem()
      const id = await findGroup(input, context)
      await forum.current.write(context, async (writing) => {
        const row = await findRowForUpdate(writing, 'groups', id)
        const attributes = { ...attributesOf(input), ...names }
        await applyChanges(writing, resourceOf(writing, 'groups'), row, { attributes })
      })
      await printGroup(input, id, context, `Group ${id} is changed.`)
    }),
}

/** `parley group:delete`: says what members lose, and deletes a group. */
export const deleteGroupCommand: Command = {
  name: 'group:delete',
  summary: 'delete a group',
  usage: '<group> [--yes] [--json]',
  details: ['Prints how many members lose which permissions; with --yes the group is deleted.'],
  options: { ...jsonOption, yes: { type: 'boolean' } },
  optionHelp: [['--yes', 'delete the group'], jsonHelp],
  arguments: 1,
  run: (input) =>
    withForum(input, async (forum) => {
      const context = forum.asSystem()
      const id = await findGroup(input, context)
      const losses = await readGroupDeletion(id, context)
      const isDeleted = input.options.yes === true
      if (isDeleted)
        await forum.current.write(context, async (writing) => {
          const row = await findRowForUpdate(writing, 'groups', id)
          if (!writing.actor.can('delete', 'groups', row)) throw permissionDenied()
          await deleteGroup(row, writing)
        })
      if (input.options.json) return printJson(input.terminal, { id, ...losses, isDeleted })
      const { memberCount, hasMore, permissions } = losses
      input.terminal.print(`members: ${hasMore ? 'more than ' : ''}${memberCount}`)
      for (const { permission, losing } of permissions)
        input.terminal.print(`${permission}: ${hasMore ? 'at least ' : ''}${losing} lose it`)
      input.terminal.note(isDeleted ? `Group ${id} is deleted.` : 'Nothing is deleted yet: --yes deletes it.')
    }),
}

async function findGroup(input: CommandInput, context: Context): Promise<number> {
  const [id = 0] = await findGroups([input.arguments[0] ?? ''], context)
  return id
}

function attributesOf({ options: { color, icon, hidden, position } }: CommandInput): Record<string, unknown> {
  if (hidden !== undefined && hidden !== 'yes' && hidden !== 'no')
    throw new UsageError('--hidden takes yes or no.')
  return {
    ...(color !== undefined && { color }),
    ...(icon !== undefined && { icon }),
    ...(hidden !== undefined && { isHidden: hidden === 'yes' }),
    ...(position !== undefined && { position: position === '' ? position : Number(position) }),
  }
}

async function printGroup(input: CommandInput, id: number, context: Context, text: string): Promise<void> {
  if (!input.options.json) return input.terminal.print(text)
  const { groups } = await readOverview(context)
  printJson(
    input.terminal,
    groups.find((group) => group.id === id),
  )
}
