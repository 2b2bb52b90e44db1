import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { grant, listeningForum, makeUser, readExtension } from '@parley/testing'
import { type S3Server, startS3Server } from '@parley/testing/s3-server'
import { expect, test } from 'vitest'
import { makePicture } from '../../journeys/picture.ts'
import { cleanBucket } from '../cleaning/clean-bucket.ts'
import { allowTypes, fileOf, openUploads, outcome, setUp, stored, upload } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const picture = { 'a.png': pictures.png }
const notWritten = [500, 'fof-upload.cannot_write_to_disk', '/data/attributes/upload']
const notDeleted = [422, 'validation_error', '/data/attributes/file']

/** A forum that listens, and keeps its files in a bucket on this machine. */
async function open() {
  const s3 = await startS3Server()
  const { forum, port } = await listeningForum({ extensions: [extension] })
  const opened = await openUploads(forum, makeUser, () => Promise.resolve(s3))
  await grant(forum, 'fof-upload.download', [2])
  const noted = async () => {
    const rows = await forum.current.database.read
      .selectFrom('upload_pending_objects')
      .select('path')
      .execute()
    return rows.map(({ path }) => path)
  }
  return { s3, port, noted, ...opened }
}

/** Answers requests with 500 while they match: `PUT /bucket/key`. */
function fail(s3: S3Server, matches: (line: string) => boolean): void {
  s3.disturb = ({ method, url }, response) => {
    if (!matches(`${method} ${url}`)) return false
    response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
    return true
  }
}

/** The bucket answers again. */
function mend(s3: S3Server): void {
  s3.disturb = () => false
}

/** Keeps requests of a method waiting. @returns what waits, and what lets it go on. */
function hold(s3: S3Server, held: string) {
  const { promise: released, resolve: go } = Promise.withResolvers<void>()
  const waiting: string[] = []
  s3.disturb = async ({ method, url = '' }) => {
    if (method !== held) return false
    waiting.push(url)
    await released
    return false
  }
  return { waiting, go }
}

test('a file that is shown while the bucket deletes it slowly is not lost', async () => {
  const { s3, forum, admin } = await open()
  const { uuid, path } = fileOf(await upload(admin, picture, { shared: true }))
  const toggle = () => admin.patch('/api/fof/upload/hide', { uuid })
  const { waiting, go } = hold(s3, 'DELETE')
  const hiding = toggle()
  await expect.poll(() => waiting).toHaveLength(1)
  expect((await toggle()).status).toBe(409)
  go()
  expect((await hiding).body.data).toMatchObject({ attributes: { hidden: true } })
  expect((await forum.guest().get(`/api/fof/download/${uuid}`)).status).toBe(200)
  mend(s3)
  expect((await toggle()).body.data).toMatchObject({ attributes: { hidden: false } })
  expect([...s3.objects.keys()]).toEqual([path])
})

test('a hidden file that is deleted while it is being shown does not stay in the bucket', async () => {
  const { s3, forum, admin, noted } = await open()
  const { uuid, path } = fileOf(await upload(admin, picture, { shared: true, hidden: true }))
  s3.disturb = ({ method }, response) => {
    if (method !== 'PUT') return false
    void admin.delete(`/api/fof/upload/delete/${uuid}`).then(() => {
      s3.objects.set(path, { bytes: Buffer.of(1), headers: {} })
      response.writeHead(200).end()
    })
    return true
  }
  expect((await admin.patch('/api/fof/upload/hide', { uuid })).status).toBe(404)
  expect([...s3.objects.keys()]).toEqual([])
  expect(await stored(forum)).toEqual({ files: [], rows: 0 })
  expect(await noted()).toEqual([])
})

test('what fails leaves neither rows nor bytes', async () => {
  const { s3, forum, member, admin } = await open()
  fail(s3, (line) => line.startsWith('PUT'))
  const failed = await upload(member, picture)
  expect(outcome(failed)).toEqual(notWritten)
  expect(failed.body.errors?.[0]?.detail).toBe('The forum couldn’t store the file. Try again later.')
  expect(await stored(forum)).toEqual({ files: [], rows: 0 })
  expect(forum.logged).not.toEqual([])
  s3.disturb = ({ socket }) => {
    socket.destroy()
    return true
  }
  expect(outcome(await upload(member, picture))).toEqual(notWritten)

  mend(s3)
  const { uuid, path } = fileOf(await upload(member, picture))
  for (const status of [403, 500]) {
    s3.disturb = ({ method }, response) => {
      if (method !== 'DELETE') return false
      response.writeHead(status).end('<Error><Code>Refused</Code></Error>')
      return true
    }
    expect(outcome(await admin.delete(`/api/fof/upload/delete/${uuid}`))).toEqual(notDeleted)
    expect([...s3.objects.keys()]).toEqual([path])
    expect((await stored(forum)).rows).toBe(1)
    expect((await forum.guest().get(`/api/fof/download/${uuid}`)).status).toBe(200)
  }
  mend(s3)
  expect((await admin.delete(`/api/fof/upload/delete/${uuid}`)).status).toBe(204)
  expect(await stored(forum)).toEqual({ files: [], rows: 0 })
})

test('one 500 in the middle of an upload is overcome; of several files all are stored, or none', async () => {
  const { s3, forum, member } = await open()
  const both = { ...picture, 'b.gif': pictures.gif }
  let faults = 1
  fail(s3, (line) => line.includes('-b.gif') && faults-- > 0)
  expect((await upload(member, both)).status).toBe(200)
  expect((await stored(forum)).files).toHaveLength(2)

  fail(s3, (line) => line.startsWith('PUT') && line.includes('-b.gif'))
  expect(outcome(await upload(member, both))).toEqual(notWritten)
  const { files, rows } = await stored(forum)
  expect([files.length, rows]).toEqual([2, 2])
  expect((await member.get('/api/fof/uploads')).body.data).toHaveLength(2)
})

test('a large file whose second part fails leaves nothing', async () => {
  const { s3, forum, member, admin, adapter } = await open()
  await allowTypes(admin, adapter, '^text')
  await setUp(admin, { 'fof-upload.maxFileSize': '12000' })
  const text = { 'tides.txt': 'Low tide at six.'.repeat(640_000) }
  fail(s3, (line) => line.includes('partNumber=2'))
  expect(outcome(await upload(member, text))).toEqual(notWritten)
  await expect.poll(() => stored(forum)).toEqual({ files: [], rows: 0 })
  mend(s3)
  const { path } = fileOf(await upload(member, text))
  expect(s3.objects.get(path)?.bytes.length).toBe(text['tides.txt'].length)
})

test('what a failing bucket keeps of an upload is deleted when it answers again', async () => {
  const { s3, forum, member, noted } = await open()
  const kept = fileOf(await upload(member, picture))
  fail(s3, (line) => line.startsWith('DELETE') || line.includes('-b.gif'))
  expect(outcome(await upload(member, { 'c.png': pictures.png, 'b.gif': pictures.gif }))).toEqual(notWritten)
  const [left = '', ...others] = [...s3.objects.keys()].filter((path) => path !== kept.path)
  expect([left, others]).toEqual([expect.stringMatching(/-c\.png$/), []])
  expect(await noted()).toContain(left)
  const clean = () => cleanBucket(forum.asSystem())
  const later = (hours: number) =>
    forum.clock.set(new Date(+forum.clock.now() + hours * 3_600_000).toISOString())
  await clean()
  expect(s3.objects.size).toBe(2)
  later(2)
  await expect(clean()).rejects.toThrow()
  expect(await noted()).toContain(left)
  mend(s3)
  later(2)
  await clean()
  expect([...s3.objects.keys()]).toEqual([kept.path])
  expect(await noted()).toEqual([])
})

test('while the bucket is slow to store a file, the forum answers, and does not show it', async () => {
  const { s3, forum, member } = await open()
  const { waiting, go } = hold(s3, 'PUT')
  const uploading = upload(member, picture)
  await expect.poll(() => waiting).toHaveLength(1)
  expect((await member.get('/api/fof/uploads')).body.data).toEqual([])
  go()
  const { path } = fileOf(await uploading)
  expect(await stored(forum)).toEqual({ files: [`files/${path}`], rows: 1 })
  expect((await member.get('/api/fof/uploads')).body.data).toHaveLength(1)
})

test('a download that the bucket fails is an error, and one that breaks off does not look whole', async () => {
  const { s3, port, forum, member } = await open()
  const { uuid, path } = fileOf(await upload(member, picture))
  const size = s3.objects.get(path)?.bytes.length ?? 0
  const address = `/api/fof/download/${uuid}`
  fail(s3, (line) => line.startsWith('GET'))
  const failed = await forum.guest().get(address)
  expect([failed.status, failed.headers['content-disposition']]).toEqual([500, undefined])
  expect(failed.text).not.toMatch(/bucket|InternalError/)
  s3.disturb = (_, response) => {
    response.writeHead(200, { 'content-length': size }).write('half')
    void sleep(20).then(() => response.destroy())
    return true
  }
  const broken = await fetch(`http://127.0.0.1:${port}${address}`)
  await expect(broken.text()).rejects.toThrow()
  const { waiting, go } = hold(s3, 'GET')
  const downloading = forum.guest().get(address)
  await expect.poll(() => waiting).toHaveLength(1)
  expect((await member.get('/api/fof/uploads')).body.data).toHaveLength(1)
  go()
  expect((await downloading).bytes).toEqual(s3.objects.get(path)?.bytes)
})

test('a shared file that cannot be read or stored stays where and what it is', async () => {
  const { s3, forum, admin, noted } = await open()
  const { uuid, path, url } = fileOf(await upload(admin, picture, { shared: true }))
  const toggle = () => admin.patch('/api/fof/upload/hide', { uuid })
  const shown = async () => (await admin.get('/api/fof/upload/shared-files')).body.data
  fail(s3, (line) => line.startsWith('GET'))
  expect((await toggle()).status).toBe(500)
  s3.disturb = ({ method }, response) => {
    if (method !== 'GET') return false
    response.writeHead(200, { 'content-length': '100' }).write('half')
    void sleep(20).then(() => response.destroy())
    return true
  }
  expect((await toggle()).status).toBe(500)
  mend(s3)
  expect(await stored(forum)).toEqual({ files: [`files/${path}`], rows: 1 })
  expect(await shown()).toMatchObject([{ attributes: { hidden: false, url } }])

  expect((await toggle()).status).toBe(200)
  fail(s3, (line) => line.startsWith('PUT'))
  expect((await toggle()).status).toBe(500)
  expect(await stored(forum)).toEqual({ files: [`.private/files/${path}`], rows: 1 })
  expect(await shown()).toMatchObject([{ attributes: { hidden: true } }])
  mend(s3)
  expect((await toggle()).body.data).toMatchObject({ attributes: { hidden: false, url } })
  expect(await stored(forum)).toEqual({ files: [`files/${path}`], rows: 1 })
  expect(await noted()).toEqual([])
})

test('while the bucket is slow to delete a file, it is not shown', async () => {
  const { s3, forum, member, admin } = await open()
  const { uuid } = fileOf(await upload(member, picture))
  const { waiting, go } = hold(s3, 'DELETE')
  const deleting = admin.delete(`/api/fof/upload/delete/${uuid}`)
  await expect.poll(() => waiting).toHaveLength(1)
  expect((await member.get('/api/fof/uploads')).body.data).toEqual([])
  expect((await forum.guest().get(`/api/fof/download/${uuid}`)).status).toBe(404)
  go()
  expect((await deleting).status).toBe(204)
  expect(await stored(forum)).toEqual({ files: [], rows: 0 })
})

test('a deletion that fails in the middle leaves a file with all its pictures', async () => {
  const { s3, forum, member, admin, noted } = await open()
  const { uuid, path } = fileOf(await upload(member, { 'wide.png': makePicture(1300, 20) }))
  await forum.settled()
  const all = [path, `${path}.w480.webp`, `${path}.w960.webp`]
  expect([...s3.objects.keys()].sort()).toEqual(all)
  fail(s3, (line) => line.startsWith('DELETE') && line.includes('.png?'))
  expect(outcome(await admin.delete(`/api/fof/upload/delete/${uuid}`))).toEqual(notDeleted)
  expect((await noted()).sort()).toEqual(all.slice(1))
  mend(s3)
  await forum.settled()
  expect(await noted()).toEqual([])
  expect([...s3.objects.keys()].sort()).toEqual(all)
  expect((await member.get('/api/fof/uploads')).body.data).toMatchObject([
    { attributes: { widths: [480, 960] } },
  ])
})
