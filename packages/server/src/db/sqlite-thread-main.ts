import { workerData } from 'node:worker_threads'
import { answerCalls } from '../thread/answer-calls.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import type { ThreadStatement } from './sqlite-thread.ts'

/** What `SqliteThread` runs: one connection that reads. */
const connection = new SqliteConnection(
  String(workerData),
  { readOnly: true, timeout: 5000 },
  { queries: 0, schemaChanged: false },
)
connection.configure(['query_only = on', 'cache_size = -8192', 'temp_store = memory'])

answerCalls((question: ThreadStatement | 'forget') => {
  if (question !== 'forget') return JSON.stringify(connection.readTable(question.sql, question.parameters))
  connection.forgetStatements()
  return ''
})
