import type { Command } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley keys:adopt`: goes on with other keys when the former ones are lost. */
export const adoptKeysCommand: Command = {
  name: 'keys:adopt',
  summary: 'take the keys at hand when the former ones are lost',
  usage: '',
  details: [
    'From now on the forum uses the keys of SECRET_KEY, or of keys/ in the data folder, although the database was used with others. Without any, new ones are made.',
    'What was sealed under the former keys cannot be read without them: jobs that wait, developer tokens on the security page. Forms that were open have to be sent again, and links in older mails that stop mails no longer work. To change keys that you have, set SECRET_KEY_PREVIOUS instead.',
  ],
  options: {},
  optionHelp: [],
  arguments: 0,
  run: (input) =>
    withForum(
      input,
      async () => {
        input.terminal.print('The forum uses these keys from now on. Start every server with them.')
        return 0
      },
      { adoptKeys: true },
    ),
}
