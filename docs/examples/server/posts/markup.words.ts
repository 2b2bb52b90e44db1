import { defineExtension, memoryTableChanged, type WriteContext } from '@parley/server'

declare module '@parley/server' {
  interface Tables {
    abbreviations: { id: number; short: string; long: string }
  }
  interface MemoryTableValues {
    abbreviations: Readonly<Record<string, string>>
  }
}

/** Posts have the long form of abbreviations that administrators list. A change of the list is in force at once. */
export default defineExtension({
  memoryTables: {
    abbreviations: {
      table: 'abbreviations',
      maximum: 1000,
      shape: (rows) => Object.fromEntries(rows.map(({ short, long }) => [short, long])),
    },
  },
  markup: [
    {
      syntax: { name: 'abbreviations', version: 1 },
      replacements: ({ tables }) => tables.get('abbreviations'),
    },
  ],
})

/** Adds one in a transaction. */
export async function addAbbreviation(context: WriteContext, id: number, short: string, long: string) {
  await context.db.insertInto('abbreviations').values({ id, short, long }).execute()
  await memoryTableChanged(context, 'abbreviations')
}
