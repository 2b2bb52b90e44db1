import { writeAuditEntry } from '../../features/audit/write-entry.ts'
import type { Command } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley keys:adopt`: continues with other keys after the former ones were lost. */
export const adoptKeysCommand: Command = {
  name: 'keys:adopt',
  summary: 'accept the current keys after the former ones were lost',
  usage: '',
  details: [
    'From now on the forum uses the keys of SECRET_KEY, or of keys/ in the data folder, although the database was used with others. Without any, new ones are generated.',
    'Data sealed with the former keys stays unreadable: waiting jobs, developer tokens on the security page. Open forms have to be sent again, and unsubscribe links in older mails no longer work. To replace keys that you still have, set SECRET_KEY_PREVIOUS instead.',
  ],
  options: {},
  optionHelp: [],
  arguments: 0,
  run: (input) =>
    withForum(
      input,
      async (forum) => {
        await forum.current.write(forum.asSystem(), (context) => writeAuditEntry(context, 'keys.adopted', {}))
        input.terminal.print('The forum uses these keys from now on. Start every server with them.')
        return 0
      },
      { adoptKeys: true },
    ),
}
