// node serve-forum.ts <folder>: a forum in a process of its own, set up where it is not, for tests that kill or trace it.
import { join } from 'node:path'
import { createAccessToken } from '@parley/server/access-tokens'
import { createForum } from '@parley/server/forum'
import { installForum } from '@parley/server/install'

/** What the process prints, as one line of JSON, once it answers. */
export interface ServedForum {
  port: number
  /** Of this process, whatever started it. */
  pid: number
  /** Access token of the administrator. */
  token: string
}

const dataDir = process.argv[2]
if (!dataDir) throw new Error('Name the data folder')
const forum = await createForum({
  database: { file: join(dataDir, 'forum.sqlite') },
  dataDir,
  baseUrl: 'http://localhost',
  port: 0,
  rateLimits: 'off',
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
const served: ServedForum = { port: await forum.listen(), pid: process.pid, token }
console.log(JSON.stringify(served))
