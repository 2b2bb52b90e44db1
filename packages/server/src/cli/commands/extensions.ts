import { type Command, type CommandInput, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley extension:list`. */
export const listExtensionsCommand: Command = {
  name: 'extension:list',
  summary: 'list the installed extensions',
  usage: '',
  details: [
    'Prints id, version, state and title of every installed extension, and the faults of those that fail.',
  ],
  options: {},
  optionHelp: [],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      const width = Math.max(0, ...forum.installed.map(({ id }) => id.length))
      for (const { id, version, title } of forum.installed) {
        const fault = forum.faults.find((found) => found.id === id)
        const state = fault ? 'failed' : forum.enabled.includes(id) ? 'enabled' : 'disabled'
        const rest = fault ? `${title}: ${fault.reason}` : title
        input.terminal.print(`${id.padEnd(width)}  ${version.padEnd(8)}  ${state.padEnd(8)}  ${rest}`)
      }
      if (forum.installed.length === 0) input.terminal.note('No extensions are installed.')
    }),
}

/** `parley extension:enable`. */
export const enableExtensionCommand: Command = {
  name: 'extension:enable',
  summary: 'enable an extension',
  usage: '<id>',
  details: [
    'Enables an installed extension; enable those it requires first. A running server follows within a second.',
  ],
  options: {},
  optionHelp: [],
  arguments: 1,
  run: (input) => toggle(input, 'enable'),
}

/** `parley extension:disable`. */
export const disableExtensionCommand: Command = {
  name: 'extension:disable',
  summary: 'disable an extension',
  usage: '<id>',
  details: ['Disables an extension; its data stays. A running server follows within a second.'],
  options: {},
  optionHelp: [],
  arguments: 1,
  run: (input) => toggle(input, 'disable'),
}

function toggle(input: CommandInput, action: 'enable' | 'disable'): Promise<number> {
  return withForum(input, async (forum) => {
    const [id = ''] = input.arguments
    if (!forum.installed.some((extension) => extension.id === id)) {
      throw new UsageError(
        `No extension '${id}' is installed. bin/parley extension:list shows those that are.`,
      )
    }
    await forum.current.extensions[action](id)
    input.terminal.print(`${id} is ${action}d.`)
  })
}
