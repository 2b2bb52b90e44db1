import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type FreshPage, GuestPageCache } from './guest-cache.ts'

const rendered = (html: string, cacheTags: string[] = ['lists']): FreshPage => ({
  status: 200,
  headers: {},
  html: Buffer.from(html),
  cacheTags,
})

test('a page is rendered once and cached compressed', async () => {
  const cache = new GuestPageCache()
  expect(cache.get('/')).toBeUndefined()
  await cache.fill('/', async () => rendered('hello'))
  expect(brotliDecompressSync(cache.get('/')?.brotli ?? Buffer.of()).toString()).toBe('hello')
})

test('concurrent requests wait for one rendering', async () => {
  const cache = new GuestPageCache()
  let times = 0
  const render = async () => {
    times += 1
    return rendered('x')
  }
  await Promise.all([cache.fill('/', render), cache.fill('/', render)])
  expect(times).toBe(1)
})

test('a change evicts the pages that show it, and no others', async () => {
  const cache = new GuestPageCache()
  await cache.fill('/', async () => rendered('list'))
  await cache.fill('/d/1', async () => rendered('one', ['discussion:1']))
  await cache.fill('/d/2', async () => rendered('two', ['discussion:2']))
  cache.invalidate(new Set(['discussion:1', 'lists']))
  expect({
    list: cache.get('/'),
    changed: cache.get('/d/1'),
    unchanged: cache.get('/d/2')?.identity.toString(),
  }).toEqual({ list: undefined, changed: undefined, unchanged: 'two' })
})

test('a page that is being rendered during a change is not cached', async () => {
  const cache = new GuestPageCache()
  const page = await cache.fill('/', async () => {
    cache.invalidate(new Set(['lists']))
    return rendered('old')
  })
  expect(page.identity.toString()).toBe('old')
  expect(cache.get('/')).toBeUndefined()
})

test('a request after a change does not wait for a rendering that began before it', async () => {
  const cache = new GuestPageCache()
  const oldPage = Promise.withResolvers<string>()
  const old = cache.fill('/', async () => rendered(await oldPage.promise))
  cache.invalidate(new Set(['lists']))
  const fresh = cache.fill('/', async () => rendered('new'))
  oldPage.resolve('old')
  expect({
    before: (await old).identity.toString(),
    after: (await fresh).identity.toString(),
  }).toEqual({ before: 'old', after: 'new' })
  expect(cache.get('/')?.identity.toString()).toBe('new')
})

test('failures are not cached, pages expire, and the cache stays within its size', async () => {
  const cache = new GuestPageCache({ maximumBytes: 3000, lifetime: 20 })
  await cache.fill('/gone', async () => ({ ...rendered('gone'), status: 404 }))
  expect(cache.get('/gone')).toBeUndefined()
  for (const number of [1, 2, 3, 4]) await cache.fill(`/${number}`, async () => rendered('x'.repeat(900)))
  expect(cache.get('/1')).toBeUndefined()
  expect(cache.get('/4')).toBeDefined()
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(cache.get('/4')).toBeUndefined()
})

test('a page that is requested often is compressed better, and stays the same', async () => {
  const cache = new GuestPageCache()
  const html = Array.from(
    { length: 400 },
    (_, number) => `<p>${number * 7919} words and more words</p>`,
  ).join('')
  const first = await cache.fill('/', async () => rendered(html))
  const brotlied = () => cache.get('/')?.brotli ?? Buffer.of()
  for (let times = 0; times < 30; times++) brotlied()
  await expect.poll(() => brotlied().length).toBeLessThan(first.brotli.length)
  expect(brotliDecompressSync(brotlied()).toString()).toBe(html)
})
