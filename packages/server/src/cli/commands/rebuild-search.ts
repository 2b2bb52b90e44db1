import { rebuildSearch } from '../../features/search/rebuild.ts'
import type { Command } from '../command.ts'
import { stopSignal, withForum } from '../open-forum.ts'
import { formatProgress } from '../terminal.ts'

/** `parley search:rebuild`: indexes everything again. */
export const rebuildSearchCommand: Command = {
  name: 'search:rebuild',
  summary: 'index every title and post for the search again',
  usage: '',
  details: [
    'Notes again which words every title and every comment has. The forum may run meanwhile, and its search too. What is written is found at once at all times, so this is only needed when somebody changed the database by other means.',
  ],
  options: {},
  optionHelp: [],
  arguments: 0,
  async run(input) {
    const { terminal } = input
    const stop = stopSignal()
    return withForum(input, async (forum) => {
      const startedAt = performance.now()
      await rebuildSearch(forum.current.database, {
        signal: stop,
        progress: (done, total) =>
          terminal.progress.update(formatProgress(done, total, 'titles and posts', startedAt)),
      })
      if (stop.aborted) terminal.note('Stopped before everything was indexed; call it again.')
      else terminal.print('Every title and post is indexed.')
      return stop.aborted ? 1 : 0
    })
  },
}
