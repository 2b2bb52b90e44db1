import { createApiKey, revokeApiKey } from '../../features/access-tokens/api-keys.ts'
import { findByUsername } from '../../features/users/find.ts'
import { type Command, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley api-key:create`: makes a key for a program. */
export const createApiKeyCommand: Command = {
  name: 'api-key:create',
  summary: 'make a key for a program',
  usage: '[--user <username>] [--title <text>]',
  details: [
    'Prints a key that a program sends with its requests as “Authorization: Token <key>”. It is printed once: the forum stores only its hash. It is valid until api-key:revoke, and no rate limit applies to it.',
    'Without --user the key may act as every account, also as an administrator: “Authorization: Token <key>; userId=<id>” names the account. Give such a key only to programs that may do everything.',
  ],
  options: { user: { type: 'string' }, title: { type: 'string' } },
  optionHelp: [
    ['--user <username>', 'the only account that the key acts as'],
    ['--title <text>', 'its purpose, shown by api-key:list'],
  ],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      const { user: username, title } = input.options
      const { current } = forum
      const { database } = current
      const user = typeof username === 'string' ? await findByUsername(database.read, username) : undefined
      if (username !== undefined && !user) throw new UsageError(`There is no account '${username}'.`)
      const { id, key } = await current.write(forum.asSystem(), (context) =>
        createApiKey(context, {
          ...(typeof title === 'string' && title !== '' && { title }),
          ...(user && { userId: user.id }),
        }),
      )
      input.terminal.note(`API key ${id}${user ? ` for ${username}` : ', which may act as every account'}:`)
      input.terminal.print(key)
    }),
}

/** `parley api-key:list`: lists the keys. */
export const listApiKeysCommand: Command = {
  name: 'api-key:list',
  summary: 'list the keys of programs',
  usage: '',
  details: [
    'Lists the keys by id, with the account they act as, their title, and when they were made and last used.',
  ],
  options: {},
  optionHelp: [],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      const keys = await forum.current.database.read
        .selectFrom('api_keys')
        .leftJoin('users', 'users.id', 'api_keys.user_id')
        .select(['api_keys.id', 'users.username', 'title', 'created_at', 'last_activity_at'])
        .orderBy('api_keys.id')
        .execute()
      for (const { id, username, title, created_at, last_activity_at } of keys) {
        const used = last_activity_at === null ? 'never used' : `last used ${last_activity_at}`
        const parts = [username ?? 'every account', title, `made ${created_at}`, used]
        input.terminal.print(`${id}  ${parts.filter((part) => part !== null).join(', ')}`)
      }
      if (keys.length === 0) input.terminal.note('There are no API keys.')
    }),
}

/** `parley api-key:revoke`: ends a key. */
export const revokeApiKeyCommand: Command = {
  name: 'api-key:revoke',
  summary: 'end a key of a program',
  usage: '<id>',
  details: [
    'Ends the key with this id, which api-key:list shows. From then on requests with it count as those of guests.',
  ],
  options: {},
  optionHelp: [],
  arguments: 1,
  run: (input) =>
    withForum(input, async (forum) => {
      const [id = ''] = input.arguments
      if (!/^\d{1,15}$/.test(id)) throw new UsageError(`'${id}' is not the id of a key.`)
      const isRevoked = await forum.current.write(forum.asSystem(), (context) =>
        revokeApiKey(context, Number(id)),
      )
      if (!isRevoked) throw new UsageError(`There is no API key ${id}.`)
      input.terminal.print(`API key ${id} is void.`)
    }),
}
