import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { exportEntries, listEntries } from '../../features/audit/export.ts'
import type { Context } from '../../points/context/context.ts'
import { type Command, type CommandInput, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'

const filters = ['actor', 'action', 'target', 'origin', 'since', 'until'] as const

const filterOptions = Object.fromEntries(filters.map((name) => [name, { type: 'string' }] as const))

const filterHelp: Command['optionHelp'] = [
  ['--actor <name>', 'only what the account with this username or id did'],
  ['--action <name>', 'only this action, such as user.deleted'],
  ['--target <type:id>', 'only what was done to this, such as users:12'],
  ['--origin <name>', 'session, token, apiKey, guest, commandLine or job'],
  ['--since <time>', 'from this date or time on: 2026-01-31, 2026-01-31T12:00:00Z'],
  ['--until <time>', 'before this date or time'],
]

/** `parley audit:list`: prints the newest entries of the audit log. */
export const listAuditCommand: Command = {
  name: 'audit:list',
  summary: 'print the newest entries of the audit log',
  usage: '[--limit <number>] [filters] [--json]',
  details: ['Prints who did what in administration and moderation, the newest first.'],
  options: { ...filterOptions, limit: { type: 'string' }, json: { type: 'boolean' } },
  optionHelp: [
    ...filterHelp,
    ['--limit <number>', 'how many entries; 20 by default'],
    ['--json', 'one JSON object a line, with everything that is known of an entry'],
  ],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      const limit = readNumber(input, 'limit') ?? 20
      let count = 0
      for await (const entry of listEntries(forum.asSystem(), { filter: filterOf(input) })) {
        if (count === limit) break
        count += 1
        const { createdAt, text } = entry
        input.terminal.print(input.options.json ? JSON.stringify(entry) : `${createdAt}  ${text}`)
      }
      if (count === 0) input.terminal.note('There are no such entries.')
    }),
}

/** `parley audit:export`: writes the audit log to a file. */
export const exportAuditCommand: Command = {
  name: 'audit:export',
  summary: 'write the audit log to a file',
  usage: '[--file <path>] [--after <id>] [filters] [--json]',
  details: [
    'Writes all entries, the newest first, as CSV or JSON lines to a file, or without --file to the standard output. --after continues an interrupted export after the entry with this id, at the end of the file.',
  ],
  options: {
    ...filterOptions,
    file: { type: 'string' },
    after: { type: 'string' },
    json: { type: 'boolean' },
  },
  optionHelp: [
    ...filterHelp,
    ['--file <path>', 'the file to write'],
    ['--after <id>', 'the last entry that the file has'],
    ['--json', 'JSON lines in place of CSV'],
  ],
  arguments: 0,
  run: (input) => withForum(input, (forum) => writeExport(input, forum.asSystem())),
}

async function writeExport(input: CommandInput, context: Context): Promise<undefined> {
  const { file, json } = input.options
  const after = readNumber(input, 'after')
  const pieces = exportEntries(context, {
    format: json ? 'jsonl' : 'csv',
    filter: filterOf(input),
    ...(after !== undefined && { after }),
  })
  if (typeof file !== 'string') {
    for await (const piece of pieces) input.terminal.print(piece.replace(/\r?\n$/, ''))
    return
  }
  const out = createWriteStream(file, { flags: after === undefined ? 'w' : 'a' })
  await once(out, 'open')
  for await (const piece of pieces) if (!out.write(piece)) await once(out, 'drain')
  out.end()
  await once(out, 'finish')
  input.terminal.note(`Wrote ${file}.`)
}

function filterOf({ options }: CommandInput): Record<string, unknown> {
  return Object.fromEntries(
    filters.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )
}

function readNumber({ options }: CommandInput, name: 'limit' | 'after'): number | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !/^[1-9]\d{0,14}$/.test(value))
    throw new UsageError(`--${name} needs a whole number above 0.`)
  return Number(value)
}
