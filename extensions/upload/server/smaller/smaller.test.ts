import { join } from 'node:path'
import { createTestForum, makeUser, readExtension } from '@parley/testing'
import { startS3Server } from '@parley/testing/s3-server'
import { expect, test } from 'vitest'
import { makePicture } from '../../journeys/picture.ts'
import { cleanFiles } from '../cleaning/clean.ts'
import { fileAt, fileOf, openUploads, pathOfUrl, stored, upload } from '../fixtures/forum.ts'
import type { StartBucket } from '../fixtures/storages.ts'
import { widthsBelow } from './paths.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const open = async (startBucket?: StartBucket) =>
  openUploads(await createTestForum({ extensions: [extension] }), makeUser, startBucket)

test('widths are those that save something', () => {
  expect([400, 600, 601, 1300, 4000].map(widthsBelow)).toEqual([
    ...[[], [], [480], [480, 960], [480, 960, 1600]],
  ])
})

test('smaller pictures of a large one stand beside it, are told of, and go with it', async () => {
  const { forum, member } = await open()
  const answer = await upload(member, { 'wide.png': makePicture(1300, 20) })
  const { path, uuid, url } = fileOf(answer)
  expect(answer.body.data).toMatchObject([{ attributes: { widths: [] } }])
  await forum.settled()
  const files = [`files/${path}`, `files/${path}.w480.webp`, `files/${path}.w960.webp`]
  expect((await stored(forum)).files.sort()).toEqual(files)
  const small = await forum.guest().get(`${pathOfUrl(url)}.w480.webp`)
  expect([small.status, small.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await member.get('/api/fof/uploads')).body.data).toMatchObject([
    { attributes: { widths: [480, 960] } },
  ])
  const { body } = await member.post('/api/discussions', {
    data: {
      type: 'discussions',
      attributes: { title: 'Wide', content: `[upl-image-preview uuid=${uuid} url=${url} alt={TEXT?}]` },
    },
  })
  const posts = await member.get(`/api/posts?filter[discussion]=${body.data.id}`)
  expect(posts.body.data[0]?.attributes.uploadSizes).toEqual({ [uuid]: [1300, 20, 480, 960] })

  forum.clock.set(new Date(Date.now() + 7_200_000).toISOString())
  await cleanFiles({ forum: forum.current, now: forum.clock.now() } as Parameters<typeof cleanFiles>[0], {})
  expect((await stored(forum)).files.sort()).toEqual(files)
  // The time has ended the session.
  const { status } = await (await forum.as(1)).delete(`/api/fof/upload/delete/${uuid}`)
  expect(status).toBe(204)
  expect((await stored(forum)).files).toEqual([])
})

test('small pictures and hidden shared files have none; what a crash has left is cleaned', async () => {
  const { forum, member, admin } = await open()
  await upload(member, { 'a.png': makePicture(500, 20) })
  await upload(admin, { 'b.png': makePicture(1300, 20) }, { shared: true, hidden: true })
  await forum.settled()
  const { files } = await stored(forum)
  expect(files).toHaveLength(2)
  await forum.current.files.write(`${files[0]}.w480.webp`, Buffer.from('x'))
  forum.clock.set(new Date(Date.now() + 7_200_000).toISOString())
  await cleanFiles({ forum: forum.current, now: forum.clock.now() } as Parameters<typeof cleanFiles>[0], {})
  expect((await stored(forum)).files.sort()).toEqual(files.sort())
})

test.each([
  ['on disk', undefined],
  ['in a bucket', startS3Server],
])('those of a shared file %s go while it is hidden, and come back', async (_, startBucket) => {
  const { forum, admin } = await open(startBucket)
  const { path, uuid, url } = fileOf(
    await upload(admin, { 'wide.png': makePicture(1300, 20) }, { shared: true }),
  )
  await forum.settled()
  const all = [`files/${path}`, `files/${path}.w480.webp`, `files/${path}.w960.webp`]
  const files = async () => (await stored(forum)).files.sort()
  const toggle = () => admin.patch('/api/fof/upload/hide', { uuid })
  const widths = async () => (await admin.get('/api/fof/upload/shared-files')).body.data[0]?.attributes.widths
  expect([await files(), await widths()]).toEqual([all, [480, 960]])
  expect((await fileAt(forum, `${url}.w480.webp`)).status).toBe(200)

  const hidden = await toggle()
  expect([hidden.status, hidden.body.data.attributes.widths]).toEqual([200, []])
  await forum.settled()
  expect(await files()).toEqual([`.private/files/${path}`])
  expect((await fileAt(forum, `${url}.w480.webp`)).status).toBe(404)

  expect((await toggle()).status).toBe(200)
  await forum.settled()
  expect([await files(), await widths()]).toEqual([all, [480, 960]])
  const noted = await forum.current.database.read.selectFrom('upload_pending_objects').selectAll().execute()
  expect(noted).toEqual([])
})

test('those of a shared file that cannot be hidden are made again', async () => {
  const { forum, admin } = await open()
  const { uuid, path } = fileOf(await upload(admin, { 'wide.png': makePicture(700, 20) }, { shared: true }))
  await forum.settled()
  const { files } = forum.current
  const { move } = files
  files.move = () => Promise.reject(new Error('The disk is read-only'))
  expect((await admin.patch('/api/fof/upload/hide', { uuid })).status).toBe(500)
  files.move = move
  await forum.settled()
  expect((await stored(forum)).files.sort()).toEqual([`files/${path}`, `files/${path}.w480.webp`])
})

test('a file that is hidden while its smaller pictures are made keeps none with an address', async () => {
  const { forum, admin } = await open()
  const { uuid, path } = fileOf(await upload(admin, { 'wide.png': makePicture(700, 20) }, { shared: true }))
  const { files } = forum.current
  const { write } = files
  const hiding: unknown[] = []
  files.write = async (to, source) => {
    await write(to, source)
    if (to.endsWith('.webp')) hiding.push(await admin.patch('/api/fof/upload/hide', { uuid }))
  }
  await forum.settled()
  files.write = write
  expect(hiding).toMatchObject([{ status: 200 }])
  expect((await stored(forum)).files).toEqual([`.private/files/${path}`])
})

test('those of a file in a bucket are there, too, and nothing stays noted', async () => {
  const s3 = await startS3Server()
  const { forum, member, admin } = await open(() => Promise.resolve(s3))
  const { path, uuid } = fileOf(await upload(member, { 'wide.png': makePicture(700, 20) }))
  await forum.settled()
  expect([...s3.objects.keys()].sort()).toEqual([path, `${path}.w480.webp`])
  const noted = await forum.current.database.read.selectFrom('upload_pending_objects').selectAll().execute()
  expect(noted).toEqual([])
  await admin.delete(`/api/fof/upload/delete/${uuid}`)
  expect([...s3.objects.keys()]).toEqual([])
})
