import { coreCounters } from '../../features/counters/core-counters.ts'
import type { CounterDifference } from '../../features/counters/counter.ts'
import { notificationCounts } from '../../features/counters/notification-counts.ts'
import { recount } from '../../features/counters/recount.ts'
import type { Command, Terminal } from '../command.ts'
import { stopSignal, withForum } from '../open-forum.ts'
import { formatCount, formatProgress } from '../terminal.ts'

const maximumShownPerCounter = 20

/** `parley recount`: verifies and repairs counters. */
export const recountCommand: Command = {
  name: 'recount',
  summary: 'count every counter again and repair wrong ones',
  usage: '[--verify]',
  details: [
    'Counts comments, participants, last posts, post numbers and the counts of users again, prints wrong values and repairs them, while the forum may run. Counters are always exact unless the database was changed by other means.',
  ],
  options: { verify: { type: 'boolean' } },
  optionHelp: [['--verify', 'change nothing; exit code 1 if a value is wrong']],
  arguments: 0,
  async run(input) {
    const { terminal } = input
    const isVerifying = input.options.verify === true
    const stop = stopSignal()
    return withForum(input, async (forum) => {
      const startedAt = performance.now()
      const { current } = forum
      const counters = [...coreCounters, notificationCounts(current)]
      const found = await recount(current.database, counters, {
        repair: !isVerifying,
        signal: stop,
        progress: (done, total) => terminal.progress.update(formatProgress(done, total, 'rows', startedAt)),
      })
      report(found, terminal)
      if (stop.aborted) {
        terminal.note('Stopped before all rows were counted.')
        return 1
      }
      if (found.length === 0) terminal.print('Every counter is exact.')
      else
        terminal.print(
          `${formatCount(found.length)} wrong, ${isVerifying ? 'nothing changed' : 'all repaired'}.`,
        )
      return isVerifying && found.length > 0 ? 1 : 0
    })
  },
}

function report(found: readonly CounterDifference[], terminal: Terminal): void {
  for (const [counter, list] of Map.groupBy(found, (difference) => difference.counter)) {
    for (const { id, stored, counted } of list.slice(0, maximumShownPerCounter)) {
      terminal.print(`${counter} of ${id}: ${stored}, counted ${counted}`)
    }
    if (list.length > maximumShownPerCounter) {
      terminal.print(`${counter}: and ${formatCount(list.length - maximumShownPerCounter)} more`)
    }
  }
}
