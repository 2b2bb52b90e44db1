import { readAccount } from '../../features/registration/register.ts'
import { createUser } from '../../features/users/create-user.ts'
import { hashPassword } from '../../features/users/passwords.ts'
import { administrators, moderators } from '../../points/context/actor.ts'
import { type Command, type CommandInput, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'
import { readPassword } from '../read-password.ts'

/** `parley user:create`: creates an account, for example of an administrator. */
export const createUserCommand: Command = {
  name: 'user:create',
  summary: 'create an account',
  usage: '<username> <email> [--admin | --moderator]',
  details: [
    'Creates an account whose address counts as confirmed. Asks for its password, or reads it from the first line of standard input, which keeps it out of the shell’s history.',
  ],
  options: { admin: { type: 'boolean' }, moderator: { type: 'boolean' } },
  optionHelp: [
    ['--admin', 'the account may do everything'],
    ['--moderator', 'the account belongs to the moderators'],
  ],
  arguments: 2,
  async run(input) {
    const [username, email] = input.arguments
    const group = groupOf(input)
    return withForum(input, async (forum) => {
      if (!forum.isSetUp)
        throw new UsageError('Set the forum up first: its first account is the administrator’s.')
      const context = forum.asSystem()
      const password = await readPassword(input)
      const account = await readAccount({ username, email, password }, context)
      const user = { ...account, password: await hashPassword(account.password), isEmailConfirmed: true }
      const { id } = await forum.current.write(context, async (writing) => {
        const created = await createUser(writing, user)
        if (group !== undefined) {
          await writing.db.insertInto('group_user').values({ user_id: created.id, group_id: group }).execute()
        }
        return created
      })
      input.terminal.print(`Created ${username} with id ${id}.`)
    })
  },
}

function groupOf({ options }: CommandInput): number | undefined {
  if (options.admin && options.moderator) throw new UsageError('Choose one of --admin and --moderator.')
  if (options.admin) return administrators
  return options.moderator ? moderators : undefined
}
