import { createSafeModeToken } from '../../features/extensions/safe-mode/links.ts'
import { type Command, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley safe-mode`. */
export const safeModeCommand: Command = {
  name: 'safe-mode',
  summary: 'start the forum without third-party extensions',
  usage: '[--on | --off] [--json]',
  details: [
    'Prints a link. An administrator who opens it in the next 15 minutes can start the safe mode, once. In safe mode the forum runs without third-party extensions, serves administrators only, and keeps jobs and mails waiting, because an extension that is not loaded may be one that keeps things private.',
    'Running servers follow within a second. If a server does not even start, start it with PARLEY_SAFE_MODE=1.',
  ],
  options: { on: { type: 'boolean' }, off: { type: 'boolean' }, json: { type: 'boolean' } },
  optionHelp: [
    ['--on', 'start the safe mode now'],
    ['--off', 'leave the safe mode'],
    ['--json', 'print the result as JSON'],
  ],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      const { on, off, json } = input.options
      const { extensions, database, baseUrl, now } = forum.current
      if (on && off) throw new UsageError('Choose --on or --off.')
      if (on || off) {
        await extensions.setSafeMode(on === true, forum.asSystem())
        const text = on ? 'The safe mode is on.' : 'The safe mode is off.'
        input.terminal.print(json ? JSON.stringify({ safeMode: extensions.safeMode }) : text)
        return
      }
      const link = `${baseUrl}/safe-mode/${await createSafeModeToken(database, now())}`
      input.terminal.print(json ? JSON.stringify({ link }) : link)
    }),
}
