import { findRowForUpdate } from '../../../engine/jsonapi/rows.ts'
import { act } from '../../../features/user-administration/actions.ts'
import { createAccount } from '../../../features/user-administration/create.ts'
import { administrators, moderators } from '../../../points/context/actor.ts'
import type { Context } from '../../../points/context/context.ts'
import { type Command, type CommandInput, UsageError } from '../../command.ts'
import { withForum } from '../../open-forum.ts'
import { readPassword } from '../../read-password.ts'
import { printAccounts } from './account.ts'

/** `parley user:create`: creates an account, for example of an administrator. */
export const createUserCommand: Command = {
  name: 'user:create',
  summary: 'create an account',
  usage: '<username> <email> [--admin | --moderator] [--invite] [--json]',
  details: [
    'Creates an account whose address counts as confirmed. Asks for its password, or reads it from the first line of standard input, which keeps it out of the shell’s history. With --invite the account has no password: a mail brings its owner the link to choose one.',
  ],
  options: {
    admin: { type: 'boolean' },
    moderator: { type: 'boolean' },
    invite: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  optionHelp: [
    ['--admin', 'the account may do everything'],
    ['--moderator', 'the account belongs to the moderators'],
    ['--invite', 'mail a link to choose a password'],
    ['--json', 'print the account as JSON'],
  ],
  arguments: 2,
  async run(input) {
    const [username, email] = input.arguments
    const group = groupOf(input)
    return withForum(input, async (forum) => {
      if (!forum.isSetUp)
        throw new UsageError('Set the forum up first: its first account is the administrator’s.')
      const context = forum.asSystem()
      const password = input.options.invite ? undefined : await readPassword(input)
      const sent = { username, email, isEmailConfirmed: true, ...(password !== undefined && { password }) }
      const created = await createAccount(sent, context)
      if (group !== undefined) await addToGroup(created.id, group, context)
      if (input.options.json) await printAccounts(input.terminal, [created.id], context)
      else input.terminal.print(`Created ${username} with id ${created.id}.`)
    })
  },
}

function addToGroup(id: number, groupId: number, context: Context): Promise<void> {
  return context.forum.write(context, async (writing) => {
    const user = await findRowForUpdate(writing, 'users', id)
    await act(writing, user, { name: 'addGroup', groupId })
  })
}

function groupOf({ options }: CommandInput): number | undefined {
  if (options.admin && options.moderator) throw new UsageError('Choose one of --admin and --moderator.')
  if (options.admin) return administrators
  return options.moderator ? moderators : undefined
}
