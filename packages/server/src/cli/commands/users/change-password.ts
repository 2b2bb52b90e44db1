import { answer } from '../../../engine/jsonapi/api.ts'
import type { Command } from '../../command.ts'
import { withForum } from '../../open-forum.ts'
import { readPassword } from '../../read-password.ts'
import { idOfAccount } from './account.ts'

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
      const id = await idOfAccount(name, context)
      const password = await readPassword(input)
      const call = { type: 'users', endpoint: 'update', id: String(id), query: {} } as const
      await answer(context, { ...call, body: { data: { attributes: { password } } } })
      input.terminal.print(`${name} has a new password and is logged out everywhere.`)
    }),
}
