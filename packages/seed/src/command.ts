import { type Command, type CommandInput, UsageError } from '@parley/server/cli/command'
import { stopSignal, withForum } from '@parley/server/cli/open-forum'
import { formatCount, formatProgress } from '@parley/server/cli/terminal'
import { renderContent } from '@parley/server/rendering'
import { seed } from './seed.ts'

/** `parley seed`: fills a forum with generated content. */
export const seedCommand: Command = {
  name: 'seed',
  summary: 'fill the forum with generated people, discussions and posts',
  usage: '[--users N] [--discussions N] [--posts N] [--seed N] [--until DATE] [--force]',
  details: [
    'Makes up people, discussions and posts in several languages, as if they had been written in the last 18 months: one discussion with a tenth of all posts, a few large ones, a long tail; some edited, hidden or renamed. The accounts have no passwords, so logging in to them is impossible. Existing data is not changed.',
    'The same numbers and the same --until give the same forum on an empty database. Ctrl-C stops early with every counter exact; after a crash, run recount.',
  ],
  options: {
    users: { type: 'string', default: '2000' },
    discussions: { type: 'string', default: '5000' },
    posts: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string' },
    force: { type: 'boolean' },
  },
  optionHelp: [
    ['--users N', 'people to add (2000)'],
    ['--discussions N', 'discussions to add (5000)'],
    ['--posts N', 'posts to add, at least as many as discussions (100000)'],
    ['--seed N', 'number that determines the content (1)'],
    ['--until DATE', 'date of the newest posts, such as 2026-01-31 (today, midnight UTC)'],
    ['--force', 'add to a forum that has discussions already'],
  ],
  arguments: 0,
  async run(input) {
    const requested = {
      users: readCount(input, 'users', 1),
      discussions: readCount(input, 'discussions', 1),
      posts: readCount(input, 'posts', 1),
      seed: readCount(input, 'seed', 0),
      until: readUntil(input),
    }
    if (requested.posts < requested.discussions)
      throw new UsageError('Each discussion needs at least one post.')
    const stop = stopSignal()
    const { terminal } = input
    return withForum(input, async (forum) => {
      if (!forum.isSetUp) {
        terminal.note(
          'Set the forum up first: its first account is the administrator’s. bin/parley serve prints the address of the page for that; with FORUM_TITLE, ADMIN_USERNAME, ADMIN_EMAIL and ADMIN_PASSWORD in the environment, seed does it by itself.',
        )
        return 1
      }
      const { database } = forum.current
      const existing = await database.read.selectFrom('discussions').select('id').limit(1).executeTakeFirst()
      if (existing && !input.options.force) {
        terminal.note('This forum has discussions already. To add generated ones, use --force.')
        return 1
      }
      const startedAt = performance.now()
      const result = await seed(database, {
        ...requested,
        render: (content) => renderContent(forum.current, content),
        signal: stop,
        progress: (done, total) => terminal.progress.update(formatProgress(done, total, 'posts', startedAt)),
      })
      const seconds = (performance.now() - startedAt) / 1000
      const { users, discussions, posts } = result
      terminal.print(
        `${formatCount(users)} people, ${formatCount(discussions)} discussions and ${formatCount(posts)} posts in ${seconds.toFixed(1)} s, ${formatCount(Math.round(posts / seconds))} posts a second.`,
      )
      return stop.aborted ? 1 : 0
    })
  },
}

function readCount({ options }: CommandInput, name: string, least: number): number {
  const value = String(options[name])
  const count = Number(value)
  if (!/^\d{1,9}$/.test(value) || count < least) {
    throw new UsageError(`--${name} must be a number from ${least} on; '${value}' is not.`)
  }
  return count
}

function readUntil({ options }: CommandInput): Date {
  const { until } = options
  if (typeof until !== 'string') return new Date(new Date().setUTCHours(0, 0, 0, 0))
  const date = new Date(until)
  if (!/^\d{4}-\d\d-\d\d/.test(until) || Number.isNaN(date.getTime())) {
    throw new UsageError(`--until must be a date such as 2026-01-31; '${until}' is not.`)
  }
  return date
}
