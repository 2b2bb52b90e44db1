import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  authorizationLine,
  listeningForum,
  multipartBody,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { createDiskStore } from '../../../infrastructure/files/disk-store.ts'
import { requireAdministrator } from '../../../points/context/actor.ts'
import { defineExtension } from '../../../points/extension.ts'

const megabyte = 1024 * 1024
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** A route that stores the files named `keep`, and says what came. */
const shelf = {
  id: 'shelf',
  title: 'Shelf',
  version: '1.0.0',
  declaration: defineExtension({
    routes: [
      {
        method: 'POST',
        path: '/api/shelf',
        uploads: {
          files: 3,
          bytes: 100 * megabyte,
          toDisk: {
            limits: ({ forum }) => ({
              bytes: forum.settings.get('forum_title') === 'Small' ? 10 : 90 * megabyte,
            }),
          },
          authorize: (_request, context) => requireAdministrator(context),
        },
        async run({ drafts, body, files }, { forum }) {
          for (const { name, draft } of drafts)
            if (name.startsWith('keep')) await forum.files.write(name, draft)
          if (drafts[0]?.name === 'slow') {
            await expect
              .poll(() => readFile(drafts[0]?.draft.location ?? '').catch(() => 'gone'))
              .toBe('gone')
            throw new Error('The draft is gone')
          }
          const came = drafts.map(({ draft, isTooLarge, name }) => [name, draft.size, isTooLarge])
          return { status: 200, json: { came, fields: Object.keys(body), files: files.length } }
        },
      },
    ],
  }),
}

async function open() {
  const served = await listeningForum({ extensions: [shelf] })
  const token = await authorizationLine(served.forum)
  const send = async (form: Buffer, sent = form) => {
    const connection = await served.open()
    const lines = ['POST /api/shelf HTTP/1.1', 'Content-Type: multipart/form-data; boundary=x']
    connection.request([...lines, `Content-Length: ${form.length}`, token])
    connection.write(sent)
    return connection
  }
  return { ...served, send }
}

const draftsOf = ({ dataDir }: TestForum) => readdir(join(dataDir, 'uploads/.drafts')).catch(() => [])

test('files go to disk as they arrive; what the route does not store is gone after the answer', async () => {
  const { forum, send } = await open()
  const form = multipartBody([
    { name: 'files[]', filename: 'keep.png', content: 'kept' },
    { name: 'note', content: 'x' },
    { name: 'files[]', filename: 'drop.png', content: 'dropped' },
  ])
  const { status, body } = await (await send(form)).answer()
  expect([status, JSON.parse(body)]).toEqual([
    200,
    {
      came: [
        ['keep.png', 4, false],
        ['drop.png', 7, false],
      ],
      fields: ['note'],
      files: 0,
    },
  ])
  expect((await forum.guest().get('/assets/keep.png')).text).toBe('kept')
  await expect.poll(() => draftsOf(forum)).toEqual([])
})

test('a large file takes little memory', async () => {
  const { forum, send } = await open()
  const form = multipartBody([{ name: 'files[]', filename: 'a', content: Buffer.alloc(64 * megabyte, 7) }])
  const used = () => {
    collectGarbage()
    // V8 frees buffers in the background after a collection. The next one waits for that.
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const before = used()
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, used() - before)
  }, 200)
  const answer = await (await send(form)).answer()
  clearInterval(watching)
  expect(JSON.parse(answer.body).came).toEqual([['a', 64 * megabyte, false]])
  // The client of this test is in the same process, and holds no copy.
  expect(peak).toBeLessThan(16 * megabyte)
  await expect.poll(() => draftsOf(forum)).toEqual([])
})

test('of a file beyond the limit of the settings the route hears that it is too large; beyond that of the route it is the same', async () => {
  const { forum, send } = await open()
  await setSettings(forum, { forum_title: 'Small' })
  const form = multipartBody([
    { name: 'files[]', filename: 'a', content: 'ten bytes!' },
    { name: 'files[]', filename: 'b', content: 'eleven bytes' },
    { name: 'files[]', filename: 'c', content: 'c' },
  ])
  const answer = await (await send(form)).answer()
  expect(JSON.parse(answer.body).came).toEqual([
    ['a', 10, false],
    ['b', 10, true],
  ])
  await expect.poll(() => draftsOf(forum)).toEqual([])
  const many = multipartBody(['a', 'b', 'c', 'd'].map((name) => ({ name, filename: name, content: name })))
  expect((await (await send(many)).answer()).status).toBe(413)
  await expect.poll(() => draftsOf(forum)).toEqual([])
})

test('a connection that ends in the middle of a file leaves nothing', async () => {
  const { forum, send } = await open()
  const form = multipartBody([
    { name: 'files[]', filename: 'keep.a', content: 'whole' },
    { name: 'files[]', filename: 'keep.b', content: Buffer.alloc(megabyte) },
  ])
  const connection = await send(form, form.subarray(0, 500_000))
  await expect.poll(() => draftsOf(forum)).toHaveLength(2)
  connection.socket.resetAndDestroy()
  await expect.poll(() => draftsOf(forum)).toEqual([])
  expect(await readdir(join(forum.dataDir, 'uploads'))).toEqual(['.drafts'])
})

test('a client that goes away while its files are looked at is no fault of the forum', async () => {
  const { forum, send } = await open()
  const connection = await send(multipartBody([{ name: 'files[]', filename: 'slow', content: 'a' }]))
  await expect.poll(() => draftsOf(forum)).toHaveLength(1)
  connection.socket.resetAndDestroy()
  await expect.poll(() => draftsOf(forum)).toEqual([])
  await forum.close()
  expect(forum.logged.filter(({ level }) => level !== 'info')).toEqual([])
})

test('a disk that takes no files is an error of the forum', async () => {
  const { forum, send } = await open()
  await mkdir(join(forum.dataDir, 'uploads'), { recursive: true })
  await writeFile(join(forum.dataDir, 'uploads/.drafts'), '')
  const form = multipartBody([{ name: 'files[]', filename: 'a', content: 'a' }])
  expect((await (await send(form)).answer()).status).toBe(500)
  expect(forum.logged).toHaveLength(1)
  await rm(join(forum.dataDir, 'uploads'), { recursive: true })
})

test('drafts of a process that ended are discarded after a day', async () => {
  const { forum } = await open()
  const folder = join(forum.dataDir, 'uploads')
  const store = createDiskStore(folder, 'http://forum')
  const drafts = [await store.receive(pieces('old')), await store.receive(pieces('new'))]
  const before = new Date(Date.now() - 90_000_000)
  await utimes(drafts[0]?.location ?? '', before, before)
  await store.discardOldDrafts()
  expect((await draftsOf(forum)).map((name) => join(folder, '.drafts', name))).toEqual([drafts[1]?.location])
})

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
