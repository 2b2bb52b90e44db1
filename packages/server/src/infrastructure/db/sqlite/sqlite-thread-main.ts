import { workerData } from 'node:worker_threads'
import { answerCalls } from '../../thread/answer-calls.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import type { SqliteThreadData, ThreadStatement } from './sqlite-thread.ts'

/** The module of `SqliteThread`: one read-only connection. */
const { file, interrupted } = workerData as SqliteThreadData
const connection = new SqliteConnection(
  file,
  { readOnly: true, timeout: 5000 },
  { queries: 0, schemaChanged: false },
)
connection.configure(['query_only = on', 'cache_size = -8192', 'temp_store = memory'])

answerCalls((question: ThreadStatement | 'forget') => {
  if (question === 'forget') {
    connection.forgetStatements()
    return ''
  }
  const { number, sql, parameters } = question
  const examine = () => {
    if (Atomics.load(interrupted, 0) === number) throw new Error('The statement was interrupted')
  }
  examine()
  return JSON.stringify(connection.watch(examine, () => connection.readTable(sql, parameters)))
})
