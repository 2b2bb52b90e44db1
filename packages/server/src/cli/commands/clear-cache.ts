import { clearCache } from '../../features/admin/cache-route.ts'
import type { Command } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley cache:clear`: clears the page cache of running servers. */
export const clearCacheCommand: Command = {
  name: 'cache:clear',
  summary: 'clear the page cache of running servers',
  usage: '',
  details: [
    'Running servers clear their cache of guests’ pages and reload settings and permissions, within a second.',
  ],
  options: {},
  optionHelp: [],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      await forum.current.write(forum.asSystem(), clearCache)
      input.terminal.print('Running servers clear their page cache within a second.')
    }),
}
