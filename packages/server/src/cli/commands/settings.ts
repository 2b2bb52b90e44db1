import { readSettings } from '../../features/settings/save.ts'
import { writeSettings } from '../../features/settings/store.ts'
import { type Command, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley setting:get`: a setting as it is stored, or its default. */
export const getSettingCommand: Command = {
  name: 'setting:get',
  summary: 'print a setting',
  usage: '<key>',
  details: ['Prints the stored text of a setting, or its default while nobody has set it.'],
  options: {},
  optionHelp: [],
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
      input.terminal.print(row ? (row.value ?? '') : asText(declared?.default))
    }),
}

/** `parley setting:set`: by the rules of the API. */
export const setSettingCommand: Command = {
  name: 'setting:set',
  summary: 'change a setting',
  usage: '<key> <value>',
  details: [
    'Stores a setting after the same checks as in the administration; 1 and 0 are yes and no. A running server goes by it within a second.',
  ],
  options: {},
  optionHelp: [],
  arguments: 2,
  run: (input) =>
    withForum(input, async (forum) => {
      const [key = '', value = ''] = input.arguments
      const context = forum.asSystem()
      const settings = readSettings(Object.fromEntries([[key, value]]), context)
      await forum.current.write(context, (writing) => writeSettings(writing, settings))
      if (!forum.current.points.settings.has(key)) {
        input.terminal.note(`Nothing that is enabled reads the setting '${key}'.`)
      }
      input.terminal.print(`${key} is set.`)
    }),
}

function asText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
