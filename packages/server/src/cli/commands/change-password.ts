import { isEmailAddress } from '@parley/shared'
import { answer } from '../../engine/jsonapi/api.ts'
import { findByEmail, findByUsername } from '../../features/users/find.ts'
import { type Command, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'
import { readPassword } from '../read-password.ts'

/** `parley user:password`: sets the password of an account. */
export const changePasswordCommand: Command = {
  name: 'user:password',
  summary: 'give an account a new password',
  usage: '<username or email>',
  details: [
    'Asks for the new password, or reads it from the first line of standard input, which keeps it out of the shell’s history. The account is logged out everywhere; its developer tokens stay.',
  ],
  options: {},
  optionHelp: [],
  arguments: 1,
  run: (input) =>
    withForum(input, async (forum) => {
      const [name = ''] = input.arguments
      const context = forum.asSystem()
      const find = isEmailAddress(name) ? findByEmail : findByUsername
      const user = await find(context.db, name)
      if (!user) throw new UsageError(`There is no account '${name}'.`)
      const password = await readPassword(input)
      const call = { type: 'users', endpoint: 'update', id: String(user.id), query: {} } as const
      await answer(context, { ...call, body: { data: { attributes: { password } } } })
      input.terminal.print(`${name} has a new password and is logged out everywhere.`)
    }),
}
