import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type FreshPage, GuestPageCache } from './guest-cache.ts'

const drawn = (html: string, shows: string[] = ['lists']): FreshPage => ({
  status: 200,
  headers: {},
  html: Buffer.from(html),
  shows,
})

test('a page is drawn once and kept compressed', async () => {
  const cache = new GuestPageCache()
  expect(cache.get('/')).toBeUndefined()
  await cache.fill('/', async () => drawn('hello'))
  expect(brotliDecompressSync(cache.get('/')?.brotli ?? Buffer.of()).toString()).toBe('hello')
})

test('those who ask at the same time wait for one drawing', async () => {
  const cache = new GuestPageCache()
  let times = 0
  const draw = async () => {
    times += 1
    return drawn('x')
  }
  await Promise.all([cache.fill('/', draw), cache.fill('/', draw)])
  expect(times).toBe(1)
})

test('a change drops the pages that show it, and no others', async () => {
  const cache = new GuestPageCache()
  await cache.fill('/', async () => drawn('list'))
  await cache.fill('/d/1', async () => drawn('one', ['discussion:1']))
  await cache.fill('/d/2', async () => drawn('two', ['discussion:2']))
  cache.drop(new Set(['discussion:1', 'lists']))
  expect([cache.get('/'), cache.get('/d/1'), cache.get('/d/2')?.identity.toString()]).toEqual([
    undefined,
    undefined,
    'two',
  ])
})

test('a page that was being drawn during a change is not kept', async () => {
  const cache = new GuestPageCache()
  const page = await cache.fill('/', async () => {
    cache.drop(new Set(['lists']))
    return drawn('old')
  })
  expect(page.identity.toString()).toBe('old')
  expect(cache.get('/')).toBeUndefined()
})

test('who asks after a change does not wait for a page that was begun before it', async () => {
  const cache = new GuestPageCache()
  const begun = Promise.withResolvers<string>()
  const old = cache.fill('/', async () => drawn(await begun.promise))
  cache.drop(new Set(['lists']))
  const fresh = cache.fill('/', async () => drawn('new'))
  begun.resolve('old')
  expect([(await old).identity.toString(), (await fresh).identity.toString()]).toEqual(['old', 'new'])
  expect(cache.get('/')?.identity.toString()).toBe('new')
})

test('failures are not kept, pages grow old, and the cache stays within its size', async () => {
  const cache = new GuestPageCache({ maximumBytes: 3000, lifetime: 20 })
  await cache.fill('/gone', async () => ({ ...drawn('gone'), status: 404 }))
  expect(cache.get('/gone')).toBeUndefined()
  for (const number of [1, 2, 3, 4]) await cache.fill(`/${number}`, async () => drawn('x'.repeat(900)))
  expect(cache.get('/1')).toBeUndefined()
  expect(cache.get('/4')).toBeDefined()
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(cache.get('/4')).toBeUndefined()
})

test('a page that is asked for often is compressed better, and stays the same', async () => {
  const cache = new GuestPageCache()
  const html = Array.from(
    { length: 400 },
    (_, number) => `<p>${number * 7919} words and more words</p>`,
  ).join('')
  const first = await cache.fill('/', async () => drawn(html))
  const brotlied = () => cache.get('/')?.brotli ?? Buffer.of()
  for (let times = 0; times < 30; times++) brotlied()
  await expect.poll(() => brotlied().length).toBeLessThan(first.brotli.length)
  expect(brotliDecompressSync(brotlied()).toString()).toBe(html)
})
