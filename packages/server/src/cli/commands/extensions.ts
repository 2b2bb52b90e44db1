import type { RunningForum } from '../../assembly/forum.ts'
import {
  additionsIn,
  type DescribedExtension,
  describeExtension,
  describeExtensions,
} from '../../features/extensions/describe.ts'
import { previewOf } from '../../features/extensions/preview.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import { type Command, type CommandInput, type Terminal, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'

const json = { json: { type: 'boolean' } } as const
const jsonHelp = ['--json', 'print the result as JSON'] as const

/** `parley extension:list`. */
export const listExtensionsCommand: Command = {
  name: 'extension:list',
  summary: 'list the installed extensions',
  usage: '[--json]',
  details: [
    'Prints id, version, state and title of every installed extension, and the faults of those that fail.',
  ],
  options: json,
  optionHelp: [jsonHelp],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      const described = await describeExtensions(forum.asSystem())
      if (input.options.json) return printJson(input.terminal, described)
      const width = Math.max(0, ...described.map(({ id }) => id.length))
      for (const extension of described) {
        const { id, version, title, fault } = extension
        const rest = fault === null ? title : `${title}: ${fault}`
        input.terminal.print(
          `${id.padEnd(width)}  ${version.padEnd(8)}  ${stateOf(extension).padEnd(8)}  ${rest}`,
        )
      }
      if (described.length === 0) input.terminal.note('No extensions are installed.')
    }),
}

/** `parley extension:show`. */
export const showExtensionCommand: Command = {
  name: 'extension:show',
  summary: 'show what an extension adds, and how it is',
  usage: '<id> [--json]',
  details: [
    'Prints what an extension adds to the forum, its figures of the last 24 hours, its latest errors, and what it would change to enable or disable it.',
  ],
  options: json,
  optionHelp: [jsonHelp],
  arguments: 1,
  run: (input) =>
    withForum(input, async (forum) => {
      const extension = installedIn(forum, input)
      const context = forum.asSystem()
      const described = await describeExtension(context, extension.id)
      if (!described) return
      const additions = await additionsIn(context, extension)
      const preview = additions ? await previewOf(context, extension, additions) : null
      if (input.options.json) return printJson(input.terminal, { ...described, preview })
      const { health, adds, latestErrors } = described
      const lines = [
        `${described.title} ${described.version}, ${stateOf(described)}`,
        ...(described.fault === null ? [] : [described.fault]),
        ...(described.description === '' ? [] : [described.description]),
        ...listed({ requires: described.requires, dependents: described.dependents, ...adds }),
        ...(preview ? listed({ hides: preview.hides, 'migrations to run': preview.migrations }) : []),
        ...[...(preview?.tables ?? []), ...(preview?.eventPosts ?? []), ...(preview?.keepsPrivate ?? [])].map(
          ({ name, count, isMore }) => `${name}: ${isMore ? 'more than ' : ''}${count} rows`,
        ),
        `last 24 hours: ${health.calls} calls in ${health.milliseconds} ms, ${health.requests} requests, ${health.errors} errors; ${health.failedJobs} failed jobs`,
        ...latestErrors.map(
          ({ lastAt, side, place, message, count }) => `${lastAt}  ${count} ×  ${side}  ${place}: ${message}`,
        ),
      ]
      for (const line of lines) input.terminal.print(line)
    }),
}

/** `parley extension:enable`. */
export const enableExtensionCommand: Command = {
  name: 'extension:enable',
  summary: 'enable an extension',
  usage: '<id> [--json]',
  details: [
    'Enables an installed extension; enable those it requires first. A running server follows within a second.',
  ],
  options: json,
  optionHelp: [jsonHelp],
  arguments: 1,
  run: (input) => toggle(input, 'enable'),
}

/** `parley extension:disable`. */
export const disableExtensionCommand: Command = {
  name: 'extension:disable',
  summary: 'disable an extension',
  usage: '<id> [--json]',
  details: [
    'Disables an extension; its data stays. A running server follows within a second. extension:show tells before what becomes visible.',
  ],
  options: json,
  optionHelp: [jsonHelp],
  arguments: 1,
  run: (input) => toggle(input, 'disable'),
}

/** `parley extension:purge`. */
export const purgeExtensionCommand: Command = {
  name: 'extension:purge',
  summary: 'delete everything that an extension has stored',
  usage: '<id> --confirm <id> [--backup] [--json]',
  details: [
    'Disables an extension and deletes its tables, settings, permissions, preferences, notifications, jobs and files. Its event posts stay in their discussions, which no longer show them.',
    'This cannot be undone. --backup writes the rows to a file in the folder backups of DATA_DIR first, as gzipped JSON lines; files are not in it.',
  ],
  options: { ...json, confirm: { type: 'string' }, backup: { type: 'boolean' } },
  optionHelp: [
    ['--confirm <id>', 'the id of the extension once more'],
    ['--backup', 'write what will be deleted to a file first'],
    jsonHelp,
  ],
  arguments: 1,
  run: (input) =>
    withForum(input, async (forum) => {
      const { id } = installedIn(forum, input)
      if (input.options.confirm !== id) {
        throw new UsageError(`This deletes the data of ${id} forever. Add --confirm ${id}.`)
      }
      const backup = await forum.current.extensions.purge(id, forum.asSystem(), {
        backup: input.options.backup === true,
      })
      if (input.options.json) return printJson(input.terminal, { id, backup: backup ?? null })
      if (backup) input.terminal.print(`${backup.rows} rows are in ${backup.file}.`)
      input.terminal.print(`${id} is purged.`)
    }),
}

function toggle(input: CommandInput, action: 'enable' | 'disable'): Promise<number> {
  return withForum(input, async (forum) => {
    const { id } = installedIn(forum, input)
    await forum.current.extensions[action](id, forum.asSystem())
    if (input.options.json) return printJson(input.terminal, { id, isEnabled: action === 'enable' })
    input.terminal.print(`${id} is ${action}d.`)
    // Builds of code that came later are made when the forum starts.
    if (action === 'enable')
      input.terminal.note(`A forum that was running before ${id} was installed has to be restarted.`)
  })
}

function installedIn(forum: RunningForum, input: CommandInput): InstalledExtension {
  const [id = ''] = input.arguments
  const extension = forum.installed.find((installed) => installed.id === id)
  if (extension) return extension
  throw new UsageError(`No extension '${id}' is installed. bin/parley extension:list shows those that are.`)
}

function stateOf({ isEnabled, isWorking, fault }: DescribedExtension): string {
  if (isEnabled && fault !== null) return 'failed'
  if (isWorking) return 'enabled'
  return isEnabled ? 'waiting' : 'disabled'
}

function listed(lists: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(lists).flatMap(([name, items]) =>
    items.length === 0 ? [] : [`${name}: ${items.join(', ')}`],
  )
}

function printJson(terminal: Terminal, value: unknown): undefined {
  terminal.print(JSON.stringify(value, undefined, 2))
}
