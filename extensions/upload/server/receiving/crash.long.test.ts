import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createForum } from '@parley/server/forum'
import { readExtension } from '@parley/testing'
import { dataFolder, type ForumProcess, killForum, serveForum } from '@parley/testing/served-forum'
import { expect, onTestFinished, test } from 'vitest'
import { cleanFiles, endRemovals } from '../cleaning/clean.ts'
import { storedFilesIn } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'
import '../tables.ts'

const folder = join(import.meta.dirname, '../..')

interface Acknowledged {
  uuid: string
  path: string
}

/** Uploads a few files in a request, or nothing if the server dies meanwhile. */
async function uploadTo({ port, token }: ForumProcess): Promise<Acknowledged[]> {
  const form = new FormData()
  for (const name of ['a.png', 'b.gif', 'c.webp'])
    form.append('files[]', new Blob([pictures[name.slice(2) as 'png']]), name)
  const answer = await fetch(`http://127.0.0.1:${port}/api/fof/upload`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, host: 'localhost' },
    body: form,
  })
  const { data } = (await answer.json()) as { data: { attributes: Acknowledged }[] }
  return data.map(({ attributes }) => attributes)
}

/** Ten clients upload, delete and hide until the server is killed. @returns what they know to be stored. */
async function workUntilKilled(forum: ForumProcess, count: number): Promise<Acknowledged[]> {
  const known: Acknowledged[] = []
  const headers = { authorization: `Token ${forum.token}` }
  const client = async (number: number) => {
    for (let round = 0; ; round++) {
      const [first, ...others] = await uploadTo(forum)
      known.push(...others)
      if (known.length >= count) killForum(forum)
      // What becomes of a deletion without an answer is not known.
      if (first && (round + number) % 2 === 0)
        await fetch(`http://127.0.0.1:${forum.port}/api/fof/upload/delete/${first.uuid}`, {
          method: 'DELETE',
          headers,
        })
    }
  }
  await Promise.allSettled(Array.from({ length: 10 }, (_, number) => client(number)))
  return known
}

test('a server that is killed during ten uploads loses no acknowledged file, and cleaning finds the rest', async () => {
  const data = dataFolder()
  const known: Acknowledged[] = []
  for (const count of [5, 31, 64]) {
    const forum = await serveForum(data, [], [folder])
    known.push(...(await workUntilKilled(forum, count)))
  }
  expect(known.length).toBeGreaterThanOrEqual(100)
  await rm(join(data, 'uploads', '.drafts'), { recursive: true, force: true })
  const forum = await createForum({
    database: { file: join(data, 'forum.sqlite') },
    dataDir: data,
    baseUrl: 'http://localhost',
    extensions: [await readExtension(folder)],
  })
  onTestFinished(() => forum.close())
  const context = { ...forum.asSystem(), now: new Date(Date.now() + 2 * 3_600_000) }
  await endRemovals(context)
  await cleanFiles(context, {})
  const rows = await forum.current.database.read
    .selectFrom('fof_upload_files')
    .select(['uuid', 'path', 'removing_at'])
    .execute()
  // Each row has its bytes, all bytes have a row, and nothing acknowledged is missing.
  expect((await storedFilesIn(data)).sort()).toEqual(rows.map(({ path }) => `files/${path}`).sort())
  expect(rows.filter(({ removing_at }) => removing_at !== null)).toEqual([])
  const uuids = new Set(rows.map(({ uuid }) => uuid))
  expect(known.filter(({ uuid }) => !uuids.has(uuid))).toEqual([])
}, 120_000)
