import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from './sqlite-connection.ts'
import type { ThreadAnswer, ThreadOrder } from './sqlite-thread.ts'

/** What `SqliteThread` runs: one connection that reads. */
const connection = new SqliteConnection(
  String(workerData),
  { readOnly: true, timeout: 5000 },
  { queries: 0, schemaChanged: false },
)
connection.configure(['query_only = on', 'cache_size = -16384', 'temp_store = memory'])

parentPort?.on('message', (order: ThreadOrder) => {
  if (order === 'forget') connection.forgetStatements()
  else parentPort?.postMessage(answer(order))
})

function answer(order: Exclude<ThreadOrder, 'forget'>): ThreadAnswer {
  const { number, sql, parameters } = order
  try {
    const { rows } = connection.run(sql, parameters)
    return { number, rows }
  } catch (error) {
    return { number, error }
  }
}
