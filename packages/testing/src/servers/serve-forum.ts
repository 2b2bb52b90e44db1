// node serve-forum.ts <folder> [<folder of an extension> …]: a forum in a separate process, set up if necessary, for tests that
// kill or trace it.
import { join } from 'node:path'
import { createAccessToken } from '@parley/server/access-tokens'
import { createForum } from '@parley/server/forum'
import { installForum } from '@parley/server/install'
import { readExtension } from '../contract/extension-folder.ts'

/** Printed by the process as one line of JSON when the forum is ready. */
export interface ForumProcessInfo {
  port: number
  /** Process id of the forum, which may differ from that of a tracer around it. */
  pid: number
  /** Session token of the administrator. */
  token: string
}

const [dataDir, ...extensionFolders] = process.argv.slice(2)
if (!dataDir) throw new Error('The argument is the data folder')
const forum = await createForum({
  database: { file: join(dataDir, 'forum.sqlite') },
  dataDir,
  baseUrl: 'http://localhost',
  port: 0,
  rateLimits: 'off',
  extensions: await Promise.all(extensionFolders.map((extension) => readExtension(extension))),
})
if (!forum.isSetUp)
  await installForum(forum.asSystem(), {
    title: 'Test forum',
    adminUsername: 'admin',
    adminEmail: 'admin@machine.local',
    adminPassword: 'password',
  })
await forum.rebuild()
const { token } = await forum.current.database.transaction((db) =>
  createAccessToken(db, { userId: 1, type: 'session', now: forum.current.now() }),
)
const served: ForumProcessInfo = { port: await forum.listen(), pid: process.pid, token }
console.log(JSON.stringify(served))
