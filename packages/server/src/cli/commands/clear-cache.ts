import { noteConfigurationChange } from '../../infrastructure/configuration.ts'
import type { Command } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley cache:clear`: has running servers draw their pages anew. */
export const clearCacheCommand: Command = {
  name: 'cache:clear',
  summary: 'have running servers forget finished pages',
  usage: '',
  details: [
    'Running servers forget the pages they keep for guests and read settings and permissions anew, within a second.',
  ],
  options: {},
  optionHelp: [],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      await forum.current.write(forum.asSystem(), ({ db }) => noteConfigurationChange(db))
      input.terminal.print('Running servers forget their finished pages within a second.')
    }),
}
