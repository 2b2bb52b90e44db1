import { rebuildSearch } from '../../features/search/rebuild.ts'
import type { Command } from '../command.ts'
import { withProgress } from '../open-forum.ts'

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
    return withProgress(input, 'titles and posts', async (forum, { signal, progress }) => {
      await rebuildSearch(forum.current.database, { signal, progress })
      if (signal.aborted) terminal.note('Stopped before all titles and posts were indexed; run it again.')
      else terminal.print('Every title and post is indexed.')
      return signal.aborted ? 1 : 0
    })
  },
}
