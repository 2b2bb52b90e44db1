import { formatCsv, readRange, readReport } from '../../features/statistics/report.ts'
import { type Command, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley statistics`: prints the statistics of a range. */
export const statisticsCommand: Command = {
  name: 'statistics',
  summary: 'print new members, discussions, posts and active members by time',
  usage: '[--from DAY] [--to DAY] [--unit hour|day|week|month] [--json]',
  details: [
    'Prints comma-separated values, one line per period, in UTC. Without days it is the last 28. The administration area shows the same.',
  ],
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    unit: { type: 'string' },
    json: { type: 'boolean' },
  },
  optionHelp: [
    ['--from DAY', 'the first day, such as 2026-01-31'],
    ['--to DAY', 'the last day (today)'],
    ['--unit UNIT', 'hour (yesterday and today only), day, week or month (day)'],
    ['--json', 'print an object, with the current day, week and month too'],
  ],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      const { from, to, unit, json } = input.options
      const context = forum.asSystem()
      const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
      const range = readRange({ ...query, ...(unit !== undefined && { unit }) }, context.now)
      if (!range) throw new UsageError('These days or this unit cannot be shown.')
      const report = await readReport({ ...context, locale: 'en' }, range)
      const text = json ? JSON.stringify(report, null, 2) : formatCsv(report, 'Period (UTC)').trimEnd()
      input.terminal.print(text.replaceAll('\r\n', '\n'))
      return 0
    }),
}
