import { eachTestForum, makeDiscussion, makeUser, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'

const locations = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => location)
const read = async (forum: TestForum, path: string) => locations((await forum.guest().get(path)).text)

async function hideForum(forum: TestForum): Promise<void> {
  await forum.current.database.transaction((db) =>
    db.deleteFrom('group_permission').where('permission', '=', 'viewForum').execute(),
  )
  await forum.current.reload()
}

eachTestForum((open) => {
  test('the index lists files, and the files list pages that guests may see', async () => {
    const forum = await open({ baseUrl: 'https://example.org/forum' })
    await makeUser(forum, { username: 'silent' })
    const writer = await makeUser(forum, { username: 'ada', comment_count: 3 })
    await makeUser(forum, { username: 'shy', comment_count: 3, preferences: '{"indexProfile":false}' })
    await makeUser(forum, { username: 'open', comment_count: 1, preferences: '{"indexProfile":true}' })
    await makeDiscussion(forum, { title: 'One', slug: 'one', user_id: writer.id })
    await makeDiscussion(forum, { title: 'Hidden', hidden_at: '2024-01-01T00:00:00.000Z' })
    await makeDiscussion(forum, { title: 'Private', is_private: true })
    await makeDiscussion(forum, { title: 'Empty', posts: [] })
    const index = await forum.guest().get('/forum/sitemap.xml')
    expect({
      status: index.status,
      contentType: index.headers['content-type'],
      cacheControl: index.headers['cache-control'],
    }).toEqual({
      status: 200,
      contentType: 'application/xml; charset=utf-8',
      cacheControl: 'public, max-age=3600',
    })
    expect(locations(index.text)).toEqual([
      'https://example.org/forum/sitemap-discussions-1.xml',
      'https://example.org/forum/sitemap-users-1.xml',
    ])
    const file = await forum.guest().get('/forum/sitemap-discussions-1.xml')
    expect(file.text).toBe(`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://example.org/forum/d/1-one</loc><lastmod>2024-01-01T00:00:00.000Z</lastmod></url>
</urlset>
`)
    expect(await read(forum, '/forum/sitemap-users-1.xml')).toEqual([
      'https://example.org/forum/u/ada',
      'https://example.org/forum/u/open',
    ])
    const again = await forum
      .guest()
      .get('/forum/sitemap-users-1.xml', { 'if-none-match': String(index.headers.etag) })
    expect(again.status).toBe(200)
    const unchanged = await forum
      .guest()
      .get('/forum/sitemap.xml', { 'if-none-match': String(index.headers.etag) })
    expect({ status: unchanged.status, text: unchanged.text }).toEqual({ status: 304, text: '' })
  })

  test('a file is read as a long read', async () => {
    const forum = await open()
    await makeDiscussion(forum)
    const begun = () => forum.current.database.longReads.begun
    await read(forum, '/sitemap.xml')
    expect(begun()).toBe(0)
    expect(await read(forum, '/sitemap-discussions-1.xml')).toHaveLength(1)
    expect(begun()).toBe(1)
  })

  test('thousands of discussions are split into files by id, and read in steps', async () => {
    const forum = await open()
    const { database } = forum.current
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: from + index,
        title: 'x',
        slug: 'x',
        comment_count: 1,
        created_at: '2024-01-01T00:00:00.000Z',
      }))
    await database.transaction(async (db) => {
      for (const from of [9_001, 9_501, 10_001, 10_501, 40_000]) {
        await db
          .insertInto('discussions')
          .values(rows(from, from === 40_000 ? 1 : 500))
          .execute()
      }
    })
    expect((await read(forum, '/sitemap.xml')).filter((path) => path?.includes('discussions'))).toHaveLength(
      4,
    )
    const before = database.queries
    const first = await read(forum, '/sitemap-discussions-1.xml')
    expect(database.queries - before).toBeLessThanOrEqual(4)
    expect({ count: first.length, last: first.at(-1) }).toEqual({
      count: 1000,
      last: 'http://localhost/d/10000-x',
    })
    const second = await read(forum, '/sitemap-discussions-2.xml')
    expect({ count: second.length, first: second[0] }).toEqual({
      count: 1000,
      first: 'http://localhost/d/10001-x',
    })
    expect(await read(forum, '/sitemap-discussions-3.xml')).toEqual([])
    expect(await read(forum, '/sitemap-discussions-4.xml')).toEqual(['http://localhost/d/40000-x'])
    expect((await forum.guest().get('/sitemap-discussions-5.xml')).status).toBe(404)
  })

  test.each([
    'discussions-0.xml',
    'discussions-01.xml',
    'discussions-999999999.xml',
    'discussions-9999999999.xml',
    'discussions--1.xml',
    'discussions-1',
    'posts-1.xml',
    '__proto__-1.xml',
    'constructor-1.xml',
    '%00',
    'x',
  ])('/sitemap-%s is 404', async (file) => {
    const forum = await open()
    await makeDiscussion(forum)
    expect((await forum.guest().get(`/sitemap-${file}`)).status).toBe(404)
    expect(forum.logged).toEqual([])
  })

  test('robots.txt names the sitemap and excludes paths without content', async () => {
    const forum = await open({ baseUrl: 'https://example.org/forum' })
    const { status, text, headers } = await forum.guest().get('/forum/robots.txt')
    expect({ status, contentType: headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'text/plain; charset=utf-8',
    })
    expect(text).toMatch(/^User-agent: \*\nDisallow: \/forum\/api\/\n/)
    expect(text).toContain('\nSitemap: https://example.org/forum/sitemap.xml\n')
    expect(text).not.toMatch(/^Disallow: \/forum\/?$/m)
  })

  test('a forum for members only excludes robots and has no sitemap for any actor', async () => {
    const forum = await open()
    await makeDiscussion(forum)
    await hideForum(forum)
    for (const client of [forum.guest(), await forum.as(1)]) {
      expect((await client.get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
      for (const path of ['/sitemap.xml', '/sitemap-discussions-1.xml', '/sitemap-users-1.xml']) {
        expect((await client.get(path)).status).toBe(404)
      }
    }
  })
})
