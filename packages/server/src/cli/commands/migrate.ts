import type { Command } from '../command.ts'
import { openForum } from '../open-forum.ts'

/** `parley migrate`: migrates the schema to this version. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database up to date',
  usage: '',
  details: [
    'Runs the migrations that have not run yet, each in a transaction of its own. serve does the same when it starts; this command does so in advance. Make a copy of the database before an upgrade.',
  ],
  options: {},
  optionHelp: [],
  arguments: 0,
  async run(input) {
    const { forum, migrated } = await openForum(input, { withPages: false })
    await forum.close()
    for (const { owner, name } of migrated) input.terminal.print(`${owner} ${name}`)
    input.terminal.print(
      migrated.length === 0 ? 'The database is up to date.' : 'The database is up to date now.',
    )
    return 0
  },
}
