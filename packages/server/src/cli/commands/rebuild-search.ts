import { rebuildSearch } from '../../features/search/rebuild.ts'
import type { Command } from '../command.ts'
import { stopSignal, withForum } from '../open-forum.ts'
import { formatProgress } from '../terminal.ts'

/** `parley search:rebuild`: rebuilds the search index. */
export const rebuildSearchCommand: Command = {
  name: 'search:rebuild',
  summary: 'index every title and post for the search again',
  usage: '',
  details: [
    'Indexes the words of every title and every comment again, while the forum and its search may run. The forum keeps the index up to date, so this is only needed after the database was changed by other means.',
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
      if (stop.aborted) terminal.note('Stopped before all titles and posts were indexed; run it again.')
      else terminal.print('Every title and post is indexed.')
      return stop.aborted ? 1 : 0
    })
  },
}
