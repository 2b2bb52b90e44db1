import { once } from 'node:events'
import { collectWhenQuiet } from '../../infrastructure/limits/collect-when-quiet.ts'
import type { Command } from '../command.ts'
import { EnvironmentError } from '../environment/env.ts'
import { openForum, stopSignal } from '../open-forum.ts'

/** `parley serve`: serves the forum over HTTP until a signal stops it. */
export const serveCommand: Command = {
  name: 'serve',
  summary: 'serve the forum',
  usage: '',
  details: [
    'Brings the database up to date and serves the forum at HOST and PORT (127.0.0.1:3000). A forum that is not set up yet prints the address of its set-up page; with FORUM_TITLE, ADMIN_USERNAME, ADMIN_EMAIL and ADMIN_PASSWORD in the environment it is set up at once.',
    'SIGTERM or Ctrl-C finishes requests and jobs in flight and ends with exit code 0.',
  ],
  options: {},
  optionHelp: [],
  arguments: 0,
  async run(input) {
    const { terminal } = input
    const stop = stopSignal()
    const { forum, environment } = await openForum(input, { withPages: true })
    try {
      await forum.listen()
    } catch (error) {
      await forum.close()
      throw listeningFault(error)
    }
    for (const { id, reason } of forum.faults) {
      terminal.note(`The extension ${id} failed and is not enabled: ${reason}`)
    }
    if (environment.rateLimits === 'off') {
      terminal.note('Warning: rate limits are off. This is for load tests only.')
    }
    if (environment.isOffline) {
      terminal.note(
        'Maintenance: all requests are answered with 503. Start without OFFLINE to open the forum.',
      )
    }
    if (forum.current.isForAdministratorsOnly) {
      terminal.note(
        'Only administrators are served, and jobs wait: in safe mode, or because an extension that may hide things failed. bin/parley extension:list shows them.',
      )
    }
    const { setUpUrl } = forum
    if (setUpUrl === undefined) terminal.print(`The forum is at ${environment.baseUrl}`)
    else terminal.print(`Set the forum up at ${setUpUrl}`)
    const endCollecting = collectWhenQuiet(globalThis.gc)
    if (!stop.aborted) await once(stop, 'abort')
    endCollecting()
    await forum.close()
    return 0
  },
}

/** Attributes an unknown host name to HOST; `explain` attributes it to the database. */
function listeningFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const isUnknown = code === 'ENOTFOUND' || code === 'EAI_AGAIN'
  return isUnknown ? new EnvironmentError(['HOST is not an address or a name of this machine']) : error
}
