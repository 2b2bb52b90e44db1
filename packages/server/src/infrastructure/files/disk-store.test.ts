import { utimes } from 'node:fs/promises'
import { createTestForum, makeUser } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { defineExtension } from '../../points/extension.ts'
import { isFilePath } from './file-store.ts'

describe.each(['http://localhost', 'https://example.org/forum'])('below %s', (baseUrl) => {
  const open = async () => {
    const forum = await createTestForum({ baseUrl })
    const path = (file: string) => new URL(forum.current.files.url(file)).pathname
    return { forum, files: forum.current.files, get: (file: string) => forum.guest().get(path(file)) }
  }

  test('a stored file is served with its type, cacheable for ever', async () => {
    const { files, get } = await open()
    await files.write('avatars/a b.png', Buffer.from('not really'))
    const { status, headers, text } = await get('avatars/a b.png')
    expect({ status, text }).toEqual({ status: 200, text: 'not really' })
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).toBeUndefined()
  })

  test('files that a browser could run are served in a sandbox', async () => {
    const { files, get } = await open()
    for (const name of ['a.html', 'a.svg', 'a.xml', 'a.js', 'a.txt', 'noending', 'a.nonsense']) {
      await files.write(`files/${name}`, Buffer.from('<script>alert(1)</script>'))
      const { status, headers } = await get(`files/${name}`)
      expect({ name, status }).toEqual({ name, status: 200 })
      expect(headers['content-security-policy']).toMatch(/sandbox$/)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('browsers save what is no picture, sound or film', async () => {
    const { files, get } = await open()
    for (const [name, disposition] of [
      ['a.png', undefined],
      ['a.webp', undefined],
      ['a.mp3', undefined],
      ['a.mp4', undefined],
      ['a.svg', 'attachment'],
      ['a.pdf', 'attachment'],
      ['a.html', 'attachment'],
      ['a.zip', 'attachment'],
    ] as const) {
      await files.write(`files/${name}`, Buffer.from('x'))
      const { headers } = await get(`files/${name}`)
      expect({ name, disposition: headers['content-disposition'] }).toEqual({ name, disposition })
    }
  })

  test('a file is read, or its beginning', async () => {
    const { files } = await open()
    await files.write('a.txt', Buffer.from('0123456789'))
    expect(String(await files.read('a.txt'))).toBe('0123456789')
    expect(String(await files.read('a.txt', 4))).toBe('0123')
    expect(String(await files.read('a.txt', 40))).toBe('0123456789')
    expect(await files.read('b.txt')).toBe(undefined)
    await expect(files.read('../a.txt')).rejects.toThrow('no path')
  })

  test('a deleted file and one that never existed are 404', async () => {
    const { files, get } = await open()
    await files.write('a.png', Buffer.from('x'))
    await files.delete('a.png')
    await files.delete('a.png')
    expect((await get('a.png')).status).toBe(404)
    expect((await get('b.png')).status).toBe(404)
  })
})

test('conditional requests, ranges and HEAD are answered', async () => {
  const forum = await createTestForum()
  await forum.current.files.write('a.png', Buffer.from('0123456789'))
  const guest = forum.guest()
  const { headers } = await guest.get('/assets/a.png')
  const unchanged = await guest.get('/assets/a.png', { 'if-none-match': String(headers.etag) })
  expect(unchanged).toMatchObject({ status: 304, text: '' })
  const part = await guest.get('/assets/a.png', { range: 'bytes=2-4' })
  expect(part).toMatchObject({ status: 206, text: '234' })
  const beyond = await guest.get('/assets/a.png', { range: 'bytes=50-60' })
  expect(beyond.status).toBe(416)
  const head = await guest.send('/assets/a.png', { method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': '10' }, text: '' })
  expect((await guest.send('/assets/a.png', { method: 'DELETE' })).status).toBe(404)
})

test.each([
  '/assets/../keys/signing',
  '/assets/%2e%2e/keys/signing',
  '/assets/..%2fkeys/signing',
  '/assets/..%2f..%2f..%2f..%2fetc/passwd',
  '/assets/avatars/..%5c..%5ckeys%5csigning',
  '/assets/.drafts/secret',
  '/assets/%2fetc/passwd',
  '/assets/',
  '/assets/avatars',
  '/assets/avatars/',
  '/assets/a%00.png',
  '/assets/%zz',
  `/assets/${'x'.repeat(900)}`,
])('%s is 404', async (path) => {
  const forum = await createTestForum()
  await forum.current.files.write('avatars/a.png', Buffer.from('x'))
  const { status, text } = await forum.guest().get(path)
  expect(status).toBe(404)
  expect(text).not.toContain('root:')
  expect(forum.logged).toEqual([])
})

test('a path that leaves the folder cannot be written or deleted', async () => {
  const forum = await createTestForum()
  const { files } = forum.current
  for (const path of ['../a', 'a/../../b', '/etc/a', '.hidden', 'a/.b', '', 'a//b', 'a\\b', 'a\0']) {
    expect(isFilePath(path)).toBe(false)
    await expect(files.write(path, Buffer.of())).rejects.toThrow('is no path')
    expect(() => files.delete(path)).toThrow('is no path')
  }
})

test('the files of a folder are listed, without those of folders in it', async () => {
  const forum = await createTestForum()
  const { files } = forum.current
  expect(await files.list('avatars')).toEqual([])
  await files.write('avatars/a.png', Buffer.from('x'))
  await files.write('avatars/b/c.png', Buffer.from('x'))
  expect(await files.list('avatars')).toEqual(['avatars/a.png'])
})

test('a file that cannot be written leaves nothing behind', async () => {
  const forum = await createTestForum()
  const { files } = forum.current
  await files.write('taken/a.png', Buffer.from('x'))
  await expect(files.write('taken', Buffer.from('x'))).rejects.toThrow()
  expect(await files.list('taken')).toEqual(['taken/a.png'])
  expect((await forum.guest().get('/assets/taken')).status).toBe(404)
})

/** A route that answers with a private file, to accounts only. */
const cellar = {
  id: 'cellar',
  title: 'Cellar',
  version: '1.0.0',
  declaration: defineExtension({
    routes: [
      {
        method: 'GET',
        path: '/api/cellar/:name',
        run: ({ params }, { actor }) =>
          actor.isGuest
            ? { status: 403, empty: true }
            : { status: 200, storedFile: `private/${params.name}`, saveAs: 'Über “uns”.html' },
      },
    ],
  }),
}

test('a private file has no address; a route answers with it, or with a part, to be saved', async () => {
  const forum = await createTestForum({ extensions: [cellar] })
  const { files } = forum.current
  await files.write('private/a.html', Buffer.from('0123456789'))
  expect(() => files.url('private/a.html')).toThrow('is private')
  const guest = forum.guest()
  for (const path of ['private/a.html', 'Private/a.html', 'x/../private/a.html', '.private/a.html'])
    expect((await guest.get(`/assets/${path}`)).status).toBe(404)
  expect((await guest.get('/api/cellar/a.html')).status).toBe(403)

  const account = await forum.as(await makeUser(forum))
  const whole = await account.get('/api/cellar/a.html')
  expect([whole.status, whole.text]).toEqual([200, '0123456789'])
  expect(whole.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename="?ber ?uns?.html"; filename*=UTF-8''%C3%9Cber%20%E2%80%9Cuns%E2%80%9D.html`,
  })
  expect(whole.headers['content-security-policy']).toMatch(/sandbox$/)
  const part = await account.get('/api/cellar/a.html', { range: 'bytes=2-4' })
  expect([part.status, part.text]).toEqual([206, '234'])
  const unchanged = await account.get('/api/cellar/a.html', { 'if-none-match': String(whole.headers.etag) })
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])
  expect((await account.get('/api/cellar/b.html')).status).toBe(404)
})

test('a file that is moved has another path, also into and out of the private folder', async () => {
  const forum = await createTestForum()
  const { files } = forum.current
  await files.write('files/a.png', Buffer.from('x'))
  await files.move('files/a.png', 'private/deep/a.png')
  expect((await forum.guest().get('/assets/files/a.png')).status).toBe(404)
  expect(await files.list('private/deep')).toEqual(['private/deep/a.png'])
  await files.move('private/deep/a.png', 'files/b.png')
  expect((await forum.guest().get('/assets/files/b.png')).text).toBe('x')
  await expect(files.move('files/none.png', 'files/c.png')).rejects.toThrow('ENOENT')
})

test('the files below a folder are walked in order, from anywhere on', async () => {
  const forum = await createTestForum()
  const { files } = forum.current
  const paths = ['a/1.txt', 'a/b/1.txt', 'a/b/2.txt', 'a/b.txt', 'a/c/d/1.txt', 'a/e.txt']
  for (const path of [...paths, 'z.txt', 'private/a/secret.txt']) await files.write(path, Buffer.from(path))
  const walk = async (folder: string, after?: string) => {
    const found: string[] = []
    for await (const { path, size, changedAt } of files.walk(folder, after)) {
      expect(size).toBe(Buffer.byteLength(path))
      expect(Math.abs(Date.now() - +changedAt)).toBeLessThan(60_000)
      found.push(path)
    }
    return found
  }
  const all = await walk('a')
  expect(all.toSorted()).toEqual(paths.toSorted())
  for (const [index, path] of all.entries()) expect(await walk('a', path)).toEqual(all.slice(index + 1))
  expect(await walk('a', 'a/b/15.txt')).toEqual(all.slice(all.indexOf('a/b/1.txt') + 1))
  expect(await walk('a', 'a/missing/1.txt')).toEqual([])
  expect(await walk('private/a')).toEqual(['private/a/secret.txt'])
  expect(await walk('missing')).toEqual([])
  expect(() => files.walk('../a')).toThrow('no path')
})

test('a file that is written from an old draft, or moved, counts as changed now', async () => {
  const forum = await createTestForum()
  const { files } = forum.current
  const draft = await files.receive([Buffer.from('x')] as never)
  await utimes(draft.location, new Date(0), new Date(0))
  await files.write('a/x.txt', draft)
  const changed = async (folder: string) => {
    for await (const { changedAt } of files.walk(folder)) return Date.now() - +changedAt
    return undefined
  }
  expect(await changed('a')).toBeLessThan(60_000)
  await files.move('a/x.txt', 'b/x.txt')
  expect(await changed('b')).toBeLessThan(60_000)
})
