// node run-jobs.ts <folder> <mail server>: a forum in a separate process, which runs the pending jobs of the folder's
// database, for tests that kill it.
import { join } from 'node:path'
import { createForum } from '@parley/server/forum'

const [dataDir, smtpUrl] = process.argv.slice(2)
if (!dataDir || !smtpUrl) throw new Error('The arguments are the data folder and the URL of a mail server')
const forum = await createForum({
  database: { file: join(dataDir, 'forum.sqlite') },
  dataDir,
  smtpUrl,
  baseUrl: 'http://localhost',
  port: 0,
})
await forum.listen()
