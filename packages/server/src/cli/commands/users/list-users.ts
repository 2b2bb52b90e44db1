import { findUsers } from '../../../features/user-administration/list/list.ts'
import { type Command, type CommandInput, UsageError } from '../../command.ts'
import { withForum } from '../../open-forum.ts'
import { readGroups } from '../find-groups.ts'
import { printUsers } from './account.ts'

const defaultLimit = 50
const pageSize = 50

/** `parley user:list`: lists accounts. */
export const listUsersCommand: Command = {
  name: 'user:list',
  summary: 'list accounts',
  usage: '[--search <text>] [--group <group>] [--unconfirmed] [--sort <field>] [--limit <number>] [--json]',
  details: [
    'Lists accounts, newest first: those whose name or address begins with the text of --search, and that all other options select.',
  ],
  options: {
    search: { type: 'string' },
    group: { type: 'string' },
    unconfirmed: { type: 'boolean' },
    'never-seen': { type: 'boolean' },
    'seen-before': { type: 'string' },
    'seen-since': { type: 'string' },
    'joined-before': { type: 'string' },
    'joined-since': { type: 'string' },
    sort: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  },
  optionHelp: [
    ['--search <text>', 'the beginning of a name or an address'],
    ['--group <group>', 'the id or name of a group'],
    ['--unconfirmed', 'only accounts whose address is not confirmed'],
    ['--never-seen', 'only accounts that were never used'],
    ['--seen-before <date>', 'last used before that date, such as 2026-01-31; --seen-since likewise'],
    ['--joined-before <date>', 'made before that date; --joined-since likewise'],
    ['--sort <field>', 'username, joinedAt, lastSeenAt, commentCount or discussionCount; -joinedAt descends'],
    ['--limit <number>', `how many to list at most; ${defaultLimit} by default`],
    ['--json', 'print one JSON object a line'],
  ],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      const context = forum.asSystem()
      const { group, sort, json } = input.options
      const [groupId] = typeof group === 'string' ? await readGroups(group, context) : []
      const filter = filterOf(input, groupId)
      let left = limitOf(input)
      let after: string | undefined = ''
      while (after !== undefined && left > 0) {
        const page = { after, limit: String(Math.min(left, pageSize)) }
        const found = await findUsers({ filter, page, ...(sort !== undefined && { sort }) }, context)
        await printUsers(input.terminal, found.rows, { json: json === true, context })
        left -= found.rows.length
        after = found.cursor
      }
    }),
}

function filterOf({ options }: CommandInput, groupId: number | undefined): Record<string, unknown> {
  const filter = {
    q: options.search,
    group: groupId,
    unconfirmed: options.unconfirmed,
    neverSeen: options['never-seen'],
    lastSeenBefore: options['seen-before'],
    lastSeenSince: options['seen-since'],
    joinedBefore: options['joined-before'],
    joinedSince: options['joined-since'],
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

function limitOf({ options: { limit } }: CommandInput): number {
  if (limit === undefined) return defaultLimit
  if (typeof limit !== 'string' || !/^[1-9]\d{0,8}$/.test(limit))
    throw new UsageError(`'${String(limit)}' is not a number of accounts.`)
  return Number(limit)
}
