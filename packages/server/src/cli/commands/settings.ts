import { readSettings } from '../../features/settings/save.ts'
import { writeSettings } from '../../features/settings/store.ts'
import { type Command, UsageError } from '../command.ts'
import { withForum } from '../open-forum.ts'

/** `parley setting:get`: prints a stored setting or its default. */
export const getSettingCommand: Command = {
  name: 'setting:get',
  summary: 'print a setting',
  usage: '<key>',
  details: ['Prints the stored text of a setting, or its default if it is not set.'],
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
      input.terminal.print(row ? (row.value ?? '') : formatDefault(declared?.default))
    }),
}

/** `parley setting:set`: stores a setting after the checks of the API. */
export const setSettingCommand: Command = {
  name: 'setting:set',
  summary: 'change a setting',
  usage: '<key> <value>',
  details: [
    'Stores a setting after the same checks as in the administration; 1 and 0 are yes and no. Running servers apply the change within a second.',
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
        input.terminal.note(`No enabled feature or extension reads the setting '${key}'.`)
      }
      input.terminal.print(`${key} is set.`)
    }),
}

function formatDefault(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
