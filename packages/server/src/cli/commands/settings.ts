import { readSettings } from '../../features/settings/save.ts'
import { writeSettings } from '../../features/settings/store.ts'
import { type Command, UsageError } from '../command.ts'
import { jsonHelp, jsonOption, printJson } from '../json-output.ts'
import { withForum } from '../open-forum.ts'

/** `parley setting:get`: prints a stored setting or its default. */
export const getSettingCommand: Command = {
  name: 'setting:get',
  summary: 'print a setting',
  usage: '<key> [--json]',
  details: ['Prints the stored text of a setting, or its default if it is not set.'],
  options: jsonOption,
  optionHelp: [jsonHelp],
  arguments: 1,
  run: (input) =>
    withForum(input, async (forum) => {
      const [key = ''] = input.arguments
      const { database, points } = forum.current
      const row = await database.read
        .selectFrom('settings')
        .select('value')
        .where('key', '=', key)
        .executeTakeFirst()
      const declared = points.settings.get(key)
      if (!row && !declared) throw new UsageError(`There is no setting '${key}'.`)
      const value = row ? (row.value ?? '') : formatDefault(declared?.default)
      if (input.options.json) printJson(input.terminal, { key, value, isDefault: row === undefined })
      else input.terminal.print(value)
    }),
}

/** `parley setting:set`: stores settings after the checks of the API. */
export const setSettingCommand: Command = {
  name: 'setting:set',
  summary: 'change settings',
  usage: '[--json] <key> <value> [<key> <value> …]',
  details: [
    'Stores settings, all or none, after the same checks as in the administration; 1 and 0 are yes and no. Running servers apply the change within a second.',
  ],
  options: jsonOption,
  optionHelp: [jsonHelp],
  arguments: 'pairs',
  run: (input) =>
    withForum(input, async (forum) => {
      const context = forum.asSystem()
      const sent = pairsOf(input.arguments)
      const settings = readSettings(Object.fromEntries(sent), context)
      await forum.current.write(context, (writing) => writeSettings(writing, settings))
      for (const [key] of sent) {
        if (!forum.current.points.settings.has(key))
          input.terminal.note(`No enabled feature or extension reads the setting '${key}'.`)
        if (!input.options.json) input.terminal.print(`${key} is set.`)
      }
      if (input.options.json) printJson(input.terminal, { set: sent.map(([key]) => key) })
    }),
}

function pairsOf(texts: readonly string[]): [string, string][] {
  return texts.flatMap((text, index) => (index % 2 === 0 ? [[text, texts[index + 1] ?? '']] : []))
}

function formatDefault(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
