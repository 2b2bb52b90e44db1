import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type S3Server, startS3Server } from '@parley/testing/s3-server'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskStore } from '../disk-store.ts'
import type { S3Options } from './bucket.ts'
import { createS3Store } from './s3-store.ts'

/** A store of a bucket on this machine. */
async function open(changes: Partial<S3Options> = {}) {
  const s3 = await startS3Server()
  const folder = await mkdtemp(join(tmpdir(), 'parley-drafts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const options = {
    ...{ bucket: s3.bucket, region: 'eu-central-1', endpoint: s3.endpoint, usePathStyle: true },
    ...{ credentials: s3.keys, address: 'https://files.example' },
    ...changes,
  }
  const store = createS3Store(options, createDiskStore(folder, 'https://forum.example/assets'))
  return { s3, store, drafts: join(folder, '.drafts') }
}

const request = (headers: IncomingMessage['headers'] = {}, method = 'GET') =>
  ({ method, headers }) as IncomingMessage

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return String(Buffer.concat(pieces))
}

async function* bytes(size: number) {
  const piece = Buffer.alloc(64 * 1024, 'x')
  for (let rest = size; rest > 0; rest -= piece.length) yield piece.subarray(0, Math.min(rest, piece.length))
}

test('a file is stored with what browsers need to know, and read, also its beginning', async () => {
  const { s3, store } = await open({ acl: 'public-read' })
  await store.write('kept/a b.png', Buffer.from('0123456789'))
  await store.write('kept/a.html', Buffer.from('x'))
  await store.write('private/kept/a.png', Buffer.from('x'))
  expect(s3.objects.get('kept/a b.png')?.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-amz-acl': 'public-read',
  })
  expect(s3.objects.get('kept/a.html')?.headers['content-disposition']).toBe('attachment')
  expect(s3.objects.get('private/kept/a.png')?.headers['x-amz-acl']).toBe(undefined)
  expect(String(await store.read('kept/a b.png'))).toBe('0123456789')
  expect(String(await store.read('kept/a b.png', 4))).toBe('0123')
  expect(await store.read('kept/none.png')).toBe(undefined)
  await store.write('kept/empty.txt', Buffer.of())
  expect(await store.read('kept/empty.txt', 4)).toEqual(Buffer.of())
  expect(store.url('kept/a b.png')).toBe('https://files.example/kept/a%20b.png')
  expect(() => store.url('private/a')).toThrow('is private')
  await expect(store.read('../a')).rejects.toThrow('no path')
})

test('a file is served whole, in part, and not again', async () => {
  const { store } = await open()
  await store.write('kept/a.svg', Buffer.from('0123456789'))
  const whole = await store.serve(request(), 'kept/a.svg')
  expect(whole).toMatchObject({ status: 200, headers: { 'content-length': '10' } })
  expect(whole?.headers['content-security-policy']).toMatch(/sandbox$/)
  expect(whole && (await textOf(whole.stream))).toBe('0123456789')
  const part = await store.serve(request({ range: 'bytes=2-4' }), 'kept/a.svg')
  expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 2-4/10' } })
  expect(part && (await textOf(part.stream))).toBe('234')
  const beyond = await store.serve(request({ range: 'bytes=50-60' }), 'kept/a.svg')
  expect(beyond?.status).toBe(416)
  const unchanged = await store.serve(request({ 'if-none-match': whole?.headers.etag }), 'kept/a.svg')
  expect(unchanged?.status).toBe(304)
  const head = await store.serve(request({}, 'HEAD'), 'kept/a.svg')
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': '10' } })
  expect(head && (await textOf(head.stream))).toBe('')
  expect(await store.serve(request(), 'kept/none.svg')).toBe(undefined)
  expect(await store.serve(request(), '../a')).toBe(undefined)
})

test('files are moved, deleted and listed, page by page', async () => {
  const { s3, store } = await open({ acl: 'public-read' })
  for (const name of ['a', 'b', 'c', 'd', 'deep/e']) await store.write(`kept/${name}`, Buffer.from(name))
  expect(await store.list('kept')).toEqual(['kept/a', 'kept/b', 'kept/c', 'kept/d'])
  expect(await store.list('none')).toEqual([])
  const walked: [string, number][] = []
  for await (const { path, size } of store.walk('kept', 'kept/b')) walked.push([path, size])
  expect(walked).toEqual([
    ['kept/c', 1],
    ['kept/d', 1],
    ['kept/deep/e', 6],
  ])
  await store.move('kept/a', 'private/kept/a')
  expect(s3.objects.get('private/kept/a')?.headers['x-amz-acl']).toBe(undefined)
  await store.move('private/kept/a', 'kept/f')
  expect(s3.objects.get('kept/f')?.headers['x-amz-acl']).toBe('public-read')
  expect(String(await store.read('kept/f'))).toBe('a')
  expect(await store.read('kept/a')).toBe(undefined)
  await expect(store.move('kept/none', 'kept/g')).rejects.toThrow()
  await store.delete('kept/b')
  await store.delete('kept/b')
  await store.deleteFolder('kept')
  expect([...s3.objects.keys()]).toEqual([])
})

test('a large file is sent in parts; its draft is gone', async () => {
  const { s3, store, drafts } = await open()
  const size = 20 * 1024 * 1024
  await store.write('kept/large.zip', await store.receive(bytes(size)))
  expect(s3.objects.get('kept/large.zip')?.bytes.length).toBe(size)
  expect(s3.objects.get('kept/large.zip')?.headers['content-type']).toBe('application/zip')
  expect(s3.log.filter((line) => line.includes('partNumber'))).toHaveLength(3)
  expect(await readdir(drafts)).toEqual([])
})

/** Answers requests with 500 while they match. */
function fail(s3: S3Server, matches: (url: string, count: number) => boolean): void {
  let count = 0
  s3.disturb = ({ method, url }, response) => {
    if (!matches(`${method} ${url}`, count++)) return false
    response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
    return true
  }
}

test('one fault is overcome; a lasting one leaves nothing, neither there nor here', async () => {
  const { s3, store, drafts } = await open()
  fail(s3, (_, count) => count === 0)
  await store.write('kept/a.png', Buffer.from('x'))
  expect([...s3.objects.keys()]).toEqual(['kept/a.png'])
  fail(s3, (url) => url.includes('partNumber=2'))
  await expect(store.write('kept/b.zip', await store.receive(bytes(20_000_000)))).rejects.toThrow()
  await expect.poll(() => [...s3.objects.keys()]).toEqual(['kept/a.png'])
  expect(await readdir(drafts)).toEqual([])
})

test('other keys are refused; an answer that breaks off is an error', async () => {
  const { s3, store } = await open({ credentials: { key: 'writer', secret: 'guessed' } })
  await expect(store.write('kept/a.png', Buffer.from('x'))).rejects.toMatchObject({
    name: 'SignatureDoesNotMatch',
  })
  expect(s3.objects.size).toBe(0)
  const { s3: other, store: good } = await open()
  other.disturb = (_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('0123')
    setTimeout(() => response.destroy(), 20)
    return true
  }
  await expect(good.read('kept/a.png')).rejects.toThrow()
})
