import type { RunningForum } from '@parley/server/forum'
import { sql } from 'kysely'

/** Makes a function that reads every row of every table, but for the search index and the queue. */
export async function allRowsReader({
  current: { database },
}: Pick<RunningForum, 'current'>): Promise<() => Promise<string>> {
  const tables = (await database.read.introspection.getTables()).map(({ name }) => name)
  const names = tables.filter((name) => !/^(sqlite_|search_|jobs$)/.test(name)).sort()
  const queries = names.map((name) => sql`select * from ${sql.table(name)} order by 1`.compile(database.read))
  return async () => {
    const results = await Promise.all(queries.map((query) => database.read.executeQuery(query)))
    return JSON.stringify(results.map(({ rows }) => rows))
  }
}
