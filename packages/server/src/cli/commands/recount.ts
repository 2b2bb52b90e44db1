import { recount } from '../../features/counters/recount.ts'
import { storeChanges } from '../../features/statistics/counts.ts'
import { recountStatistics, type StatisticsDifference } from '../../features/statistics/recount.ts'
import { type CounterDifference, countersOf } from '../../points/counters/counters.ts'
import type { Command, Terminal } from '../command.ts'
import { withProgress } from '../open-forum.ts'
import { formatCount } from '../terminal.ts'

const maximumShownPerCounter = 20

type Difference = CounterDifference | StatisticsDifference

/** `parley recount`: verifies and repairs counters. */
export const recountCommand: Command = {
  name: 'recount',
  summary: 'count every counter again and repair wrong ones',
  usage: '[--verify]',
  details: [
    'Counts comments, participants, last posts, post numbers, the counts of users and the statistics again, prints wrong values and repairs them, while the forum may run. Counters are always exact unless the database was changed by other means.',
  ],
  options: { verify: { type: 'boolean' } },
  optionHelp: [['--verify', 'change nothing; exit code 1 if a value is wrong']],
  arguments: 0,
  async run(input) {
    const { terminal } = input
    const isVerifying = input.options.verify === true
    return withProgress(input, 'rows', async ({ current }, { signal, progress }) => {
      const found = await recount(current.database, countersOf(current, current), {
        repair: !isVerifying,
        signal,
        progress,
      })
      const { database, points } = current
      const ofStatistics = await recountStatistics(database.read, points.statistics, {
        now: current.now(),
        signal,
        progress: (period) => terminal.progress.update(`Statistics: ${period}`),
        ...(!isVerifying && {
          repair: (changes) => database.transaction((db) => storeChanges(db, database.dialect, changes)),
        }),
      })
      report([...found, ...ofStatistics], terminal)
      if (signal.aborted) {
        terminal.note('Stopped before all rows were counted.')
        return 1
      }
      const wrong = found.length + ofStatistics.length
      if (wrong === 0) terminal.print('Every counter is exact.')
      else terminal.print(`${formatCount(wrong)} wrong, ${isVerifying ? 'nothing changed' : 'all repaired'}.`)
      return isVerifying && wrong > 0 ? 1 : 0
    })
  },
}

function report(found: readonly Difference[], terminal: Terminal): void {
  for (const [counter, list] of Map.groupBy(found, (difference) => difference.counter)) {
    for (const { id, stored, counted } of list.slice(0, maximumShownPerCounter)) {
      terminal.print(`${counter} of ${id}: ${stored}, counted ${counted}`)
    }
    if (list.length > maximumShownPerCounter) {
      terminal.print(`${counter}: and ${formatCount(list.length - maximumShownPerCounter)} more`)
    }
  }
}
