import { once } from 'node:events'
import { join } from 'node:path'
import { makeDiscussion, makeUser } from '@parley/testing'
import { dataFolder, type ForumProcess, killForum, serveForum } from '@parley/testing/served-forum'
import { expect, onTestFinished, test } from 'vitest'
import { createForum, type RunningForum } from '../../assembly/forum.ts'
import { coreCounters } from '../../features/counters/core-counters.ts'
import { recount } from '../../features/counters/recount.ts'
import { installForum } from '../../features/set-up/install.ts'

async function openForum(folder: string): Promise<RunningForum> {
  const forum = await createForum({
    database: { file: join(folder, 'forum.sqlite') },
    dataDir: folder,
    baseUrl: 'http://localhost',
  })
  onTestFinished(() => forum.close())
  return forum
}

const sendDelete = ({ port, token }: ForumProcess, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { method: 'DELETE', headers: { authorization: `Token ${token}` } })

const countPosts = async ({ current: { database } }: RunningForum): Promise<number> => {
  const rows = await database.read.selectFrom('posts').select('id').execute()
  return rows.length
}

const wrongCounters = ({ current: { database } }: RunningForum) =>
  recount(database, coreCounters, { repair: false })

test('a process that dies between batches leaves exact counters, and the next process continues', async () => {
  const folder = dataFolder()
  const prepared = await openForum(folder)
  await installForum(prepared.asSystem(), {
    title: 'Test forum',
    adminUsername: 'admin',
    adminEmail: 'admin@machine.local',
    adminPassword: 'password',
  })
  const users = [await makeUser(prepared), await makeUser(prepared), await makeUser(prepared)]
  const posts = Array.from({ length: 3000 }, (_, index) => ({ user_id: users[index % 3]?.id ?? null }))
  const { id } = await makeDiscussion(prepared, { user_id: users[0]?.id ?? null, posts })
  await makeDiscussion(prepared, {
    user_id: users[1]?.id ?? null,
    posts: [{}, { user_id: users[2]?.id ?? null }],
  })

  const served = await serveForum(folder)
  expect((await sendDelete(served, `/api/discussions/${id}`)).status).toBe(204)
  while ((await countPosts(prepared)) > 2800) await new Promise((resolve) => setTimeout(resolve, 5))
  killForum(served)
  if (served.child.signalCode === null) await once(served.child, 'exit')
  const remaining = await countPosts(prepared)
  expect(remaining).toBeGreaterThan(2)
  await prepared.close()

  const forum = await openForum(folder)
  expect(await wrongCounters(forum)).toEqual([])
  const answer = await forum.inject({ url: `/api/discussions/${id}` })
  expect(answer.statusCode).toBe(404)
  const { database } = forum.current
  // The lease of the dead process ends.
  await database.transaction((db) =>
    db.updateTable('jobs').set({ due_at: '2000-01-01T00:00:00.000Z' }).execute(),
  )
  await forum.settled()
  expect(await countPosts(forum)).toBe(2)
  for (const table of ['deletions', 'deletion_steps'] as const)
    expect(await database.read.selectFrom(table).selectAll().execute()).toEqual([])
  const discussions = await database.read.selectFrom('discussions').select('id').execute()
  expect(discussions).toHaveLength(1)
  const failed = await database.read.selectFrom('failed_jobs').select('error').execute()
  expect(failed).toEqual([])
  expect(await wrongCounters(forum)).toEqual([])
}, 120_000)
