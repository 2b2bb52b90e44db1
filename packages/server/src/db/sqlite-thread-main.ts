import { parentPort, workerData } from 'node:worker_threads'
import { CompiledQuery } from 'kysely'
import { SqliteConnection } from './sqlite-connection.ts'
import type { ThreadAnswer, ThreadOrder } from './sqlite-thread.ts'

/** What `SqliteThread` runs: one connection that reads. */
const connection = new SqliteConnection(
  String(workerData),
  { readOnly: true, timeout: 5000 },
  { queries: 0, schemaChanged: false },
)
connection.configure(['query_only = on', 'cache_size = -8192', 'temp_store = memory'])

parentPort?.on('message', async (order: ThreadOrder) => {
  if (order === 'forget') connection.forgetStatements()
  else parentPort?.postMessage(await answer(order))
})

async function answer(order: Exclude<ThreadOrder, 'forget'>): Promise<ThreadAnswer> {
  const { number, sql, parameters } = order
  try {
    const { rows } = await connection.executeQuery(CompiledQuery.raw(sql, [...parameters]))
    return { number, rows }
  } catch (error) {
    return { number, error }
  }
}
