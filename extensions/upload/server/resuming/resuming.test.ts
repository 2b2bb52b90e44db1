import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { authorizationLine, grant, listeningForum, makeUser, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'
import { allowTypes, setUp } from '../fixtures/forum.ts'
import { forgetOld } from './tus.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const megabyte = 1024 * 1024
const path = '/api/upload/resumable'
const bytes = { 'content-type': 'application/offset+octet-stream' }

/** A forum that listens, whose members may upload texts. */
async function open() {
  const { forum, port } = await listeningForum({ extensions: [extension] })
  const admin = await forum.as(1)
  await allowTypes(admin, 'local', '^text\\/')
  await setUp(admin, { 'fof-upload.maxFileSize': '122880' })
  await grant(forum, 'fof-upload.upload', [3])
  const headersOf = async (userId: number) => ({
    'tus-resumable': '1.0.0',
    authorization: (await authorizationLine(forum, userId)).replace('Authorization: ', ''),
  })
  const user = await makeUser(forum)
  const headers = await headersOf(user.id)
  const send = (to: string, method: string, more: Record<string, string> = {}, body?: Uint8Array | string) =>
    fetch(`http://127.0.0.1:${port}${to}`, {
      method,
      headers: { ...headers, ...more },
      ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
    })
  const begin = async (size: number) => {
    const answer = await send(path, 'POST', { 'upload-length': String(size) })
    return { status: answer.status, to: new URL(answer.headers.get('location') ?? 'http://x/').pathname }
  }
  const finish = (to: string, body: object) =>
    send(`${to}/file`, 'POST', { 'content-type': 'application/json' }, JSON.stringify(body))
  const offsetOf = async (to: string) => Number((await send(to, 'HEAD')).headers.get('upload-offset'))
  const drafts = () => readdir(join(forum.dataDir, 'uploads/.drafts')).catch(() => [])
  return { forum, port, headers, headersOf, send, begin, finish, offsetOf, drafts }
}

test('a file of 100 MB that is cut off three times goes on where it stopped', async () => {
  const { forum, port, headers, begin, finish, offsetOf, drafts } = await open()
  const content = Buffer.from('Low tide at six. '.repeat(7_000_000).slice(0, 100 * megabyte))
  const { status, to } = await begin(content.length)
  expect(status).toBe(201)
  /** Sends from an offset on; the connection breaks after some bytes. */
  const cut = (offset: number, length: number) =>
    new Promise<void>((resolve) => {
      const sent = request({
        ...{ port, path: to, method: 'PATCH' },
        headers: {
          ...{ ...headers, ...bytes, 'upload-offset': String(offset) },
          'content-length': content.length - offset,
        },
      })
      sent.on('error', () => resolve())
      sent.write(content.subarray(offset, offset + length), () => setTimeout(() => sent.destroy(), 100))
    })
  let offset = 0
  for (let cuts = 0; cuts < 3; cuts++) {
    await cut(offset, 25 * megabyte)
    const before = offset
    await expect.poll(() => offsetOf(to)).toBeGreaterThan(before)
    offset = await offsetOf(to)
  }
  expect((await finish(to, { name: 'tides.txt' })).status).toBe(404)
  const last = await fetch(`http://127.0.0.1:${port}${to}`, {
    method: 'PATCH',
    headers: { ...headers, ...bytes, 'upload-offset': String(offset) },
    body: content.subarray(offset),
  })
  expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(content.length)])
  const done = await finish(to, { name: 'Tides of 2026.txt' })
  const { data } = (await done.json()) as { data: { attributes: Record<string, unknown> }[] }
  expect([done.status, data[0]?.attributes]).toEqual([
    200,
    expect.objectContaining({ baseName: 'tides-of-2026.txt', size: content.length, type: 'text/plain' }),
  ])
  const stored = await forum.guest().get(new URL(String(data[0]?.attributes.url)).pathname)
  expect(stored.text === String(content)).toBe(true)
  expect(await drafts()).toEqual([])
  expect((await finish(to, { name: 'tides.txt' })).status).toBe(404)
  expect(forum.logged).toEqual([])
})

test('an upload belongs to who began it, and has the limits of the forum', async () => {
  const { forum, port, headersOf, send, begin, finish, drafts } = await open()
  const { to } = await begin(5)
  const other = await headersOf((await makeUser(forum)).id)
  const ask = (method: string, more: Record<string, string> = {}, body?: string) =>
    fetch(`http://127.0.0.1:${port}${to}`, {
      method,
      headers: { ...other, ...more },
      ...(body !== undefined && { body }),
    })
  expect((await ask('HEAD')).status).toBe(404)
  expect((await ask('PATCH', { ...bytes, 'upload-offset': '0' }, 'Tides')).status).toBe(404)
  expect((await ask('DELETE')).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}${to}`, { method: 'HEAD' })).status).toBe(403)
  expect((await send(path, 'POST', { 'upload-length': String(121 * megabyte) })).status).toBe(413)
  expect((await send(`${path}/..%2f..%2fx`, 'HEAD')).status).toBe(404)
  expect((await send(to, 'PATCH', { ...bytes, 'upload-offset': '3' }, 'Tides')).status).toBe(409)
  expect((await send(to, 'PATCH', { ...bytes, 'upload-offset': '0' }, 'Tides')).status).toBe(204)
  const refused = await finish(to, { name: 7 })
  expect(refused.status).toBe(422)
  expect((await finish(to, { name: 'tides.png' })).status).toBe(422)
  expect(await drafts()).toEqual([])
  expect((await send(path, 'DELETE')).status).toBe(405)
})

test('so many may be begun; what is a day old is forgotten', async () => {
  const { forum, send, begin, drafts } = await open()
  const { to } = await begin(5)
  expect((await send(to, 'DELETE')).status).toBe(204)
  const statuses: number[] = []
  for (let at = 0; at < 21; at++) statuses.push((await begin(5)).status)
  expect(new Set(statuses.slice(0, 20))).toEqual(new Set([201]))
  expect(statuses.at(-1)).toBe(429)
  forum.clock.set(new Date(+forum.clock.now() + 2 * 86_400_000).toISOString())
  await forgetOld({ forum: forum.current, now: forum.clock.now() } as Parameters<typeof forgetOld>[0])
  expect(await drafts()).toEqual([])
})
