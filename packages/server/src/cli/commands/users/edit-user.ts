import { answer } from '../../../engine/jsonapi/api.ts'
import { type Command, UsageError } from '../../command.ts'
import { withForum } from '../../open-forum.ts'
import { readGroups } from '../find-groups.ts'
import { idOfAccount, printAccounts } from './account.ts'

/** `parley user:edit`: changes an account. */
export const editUserCommand: Command = {
  name: 'user:edit',
  summary: 'change the name, address or groups of an account',
  usage: '<username or email> [--username <name>] [--email <address>] [--groups <groups>] [--json]',
  details: [
    'Changes an account after the same checks as the API. --groups replaces its groups: ids or names separated by commas, or none. user:password changes its password.',
  ],
  options: {
    username: { type: 'string' },
    email: { type: 'string' },
    groups: { type: 'string' },
    json: { type: 'boolean' },
  },
  optionHelp: [
    ['--username <name>', 'the new username'],
    ['--email <address>', 'the new address'],
    ['--groups <groups>', 'exactly the groups that it belongs to'],
    ['--json', 'print the account as JSON'],
  ],
  arguments: 1,
  run: (input) =>
    withForum(input, async (forum) => {
      const { username, email, groups, json } = input.options
      if (username === undefined && email === undefined && groups === undefined)
        throw new UsageError('Say what to change: --username, --email or --groups.')
      const context = forum.asSystem()
      const [name = ''] = input.arguments
      const id = await idOfAccount(name, context)
      const groupIds = typeof groups === 'string' ? await readGroups(groups, context) : undefined
      const data = groupIds?.map((groupId) => ({ type: 'groups', id: String(groupId) }))
      const body = { data: { attributes: { username, email }, relationships: data && { groups: { data } } } }
      await answer(context, { type: 'users', endpoint: 'update', id: String(id), query: {}, body })
      if (json) await printAccounts(input.terminal, [id], context)
      else input.terminal.print(`Changed ${name}.`)
    }),
}
