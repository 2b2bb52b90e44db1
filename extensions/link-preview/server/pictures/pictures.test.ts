import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { examinePicture } from '@parley/server'
import { createTestForum, readExtension, type TestForum } from '@parley/testing'
import { blackPng, deepPng } from '@parley/testing/png'
import { expect, onTestFinished, test } from 'vitest'
import { type PictureKind, pictureAddress } from './address.ts'
import { KeptPictures, picturesFolder } from './kept-pictures.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

interface World {
  forum: TestForum
  /** Paths that the other site was asked for. */
  asked: string[]
  /** Asks the forum for the picture at a path of the other site. */
  get(path: string, kind?: PictureKind): ReturnType<ReturnType<TestForum['guest']>['get']>
}

/** A forum, and another site of which it is asked. */
async function open(
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => void,
): Promise<World> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request.url ?? '', response, request)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
  const network = { lookup, isPublic: () => true, http: { port } }
  const forum = await createTestForum({ extensions: [extension], network })
  const get: World['get'] = (path, kind = 'picture') =>
    forum.guest().get(pictureAddress(forum.current, `http://site.test${path}`, kind))
  return { forum, asked, get }
}

test('a picture is shrunk, encoded again, and fetched once', async () => {
  const { forum, asked, get } = await open((_path, response) => response.end(blackPng(1200)))
  const [first, second] = await Promise.all([get('/a.png'), get('/a.png')])
  const { status, bytes, headers } = await get('/a.png')
  expect([first.status, second.status, status, asked]).toEqual([200, 200, 200, ['/a.png']])
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(headers).not.toHaveProperty('set-cookie')
  const file = join(forum.dataDir, 'shown.webp')
  await writeFile(file, bytes)
  expect(await examinePicture(file)).toEqual({ type: 'image/webp', width: 640, height: 640 })
})

test('an icon is small', async () => {
  const { forum, get } = await open((_path, response) => response.end(blackPng(128)))
  const file = join(forum.dataDir, 'shown.webp')
  await writeFile(file, (await get('/icon.png', 'icon')).bytes)
  expect(await examinePicture(file)).toEqual({ type: 'image/webp', width: 64, height: 64 })
})

test('what is no picture, too large, too much to decode or missing is 404, and asked for again after ten minutes', async () => {
  const { forum, asked, get } = await open((path, response) => {
    if (path === '/script.png') response.writeHead(200, { 'content-type': 'image/png' }).end('<script>')
    else if (path === '/drawing.svg') response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')
    else if (path === '/large.png') response.end(Buffer.concat([blackPng(8), Buffer.alloc(5 * 2 ** 20)]))
    else if (path === '/bomb.png') response.end(deepPng(8000))
    else response.writeHead(404).end(blackPng(8))
  })
  const paths = ['/script.png', '/drawing.svg', '/large.png', '/bomb.png', '/missing.png']
  for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 404])
  for (const path of paths) expect((await get(path)).status).toBe(404)
  expect(asked).toEqual(paths)
  forum.clock.advance(600)
  expect((await get('/missing.png')).status).toBe(404)
  expect(asked).toEqual([...paths, '/missing.png'])
})

test('only addresses that the forum has signed are asked for', async () => {
  const { forum, asked } = await open((_path, response) => response.end(blackPng(8)))
  const address = pictureAddress(forum.current, 'http://site.test/a.png', 'icon')
  const guest = forum.guest()
  for (const wrong of [
    address.replace('a.png', 'b.png'),
    address.replace('/icon?', '/picture?'),
    address.replace('/icon?', '/other?'),
    address.replace(/signature=.*/, ''),
    address.replace(/signature=.*/, 'signature=x'),
    `${address}&address=x`,
    address.replace(/\?.*/, ''),
  ])
    expect([wrong, (await guest.get(wrong)).status]).toEqual([wrong, 404])
  expect(asked).toEqual([])
})

test('the oldest pictures go when all of them take too much', async () => {
  const { forum } = await open((_path, response) => response.end(blackPng(8)))
  const files = forum.current.files
  const pictures = new KeptPictures(files, { maximumBytes: 300 })
  const find = (name: string) =>
    pictures.find(
      { forum: forum.current, now: new Date() },
      { address: `http://site.test/${name}`, kind: 'picture', by: '' },
    )
  const paths = []
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) paths.push(await find(name))
  const kept = await files.list(picturesFolder)
  const size = (await files.read(paths.at(-1) ?? ''))?.length ?? 0
  expect(kept.length * size).toBeLessThanOrEqual(300)
  expect(kept.length).toBeGreaterThan(1)
  expect(kept.toSorted()).toEqual(paths.slice(-kept.length).toSorted())
})

test('slow pictures take no place of other answers', async () => {
  const waiting: ServerResponse[] = []
  const { forum, get } = await open((_path, response) => waiting.push(response))
  const pictures = Array.from({ length: 80 }, (_, index) => get(`/${index}.png`))
  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  expect((await forum.guest().get('/api')).status).toBe(200)
  expect(forum.current.budgets.answers.used).toBe(0)
  const answer = setInterval(() => {
    for (const response of waiting.splice(0)) response.end(blackPng(8))
  }, 5)
  onTestFinished(() => clearInterval(answer))
  expect(new Set((await Promise.all(pictures)).map(({ status }) => status))).toEqual(new Set([200]))
})
