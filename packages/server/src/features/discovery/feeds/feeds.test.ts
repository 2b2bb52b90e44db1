import {
  changeDiscussion,
  changePost,
  eachTestForum,
  makeDiscussion,
  makeUser,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'

/** The texts of the elements with a name, unescaped once. */
function elements(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(
    ([, content = '']) =>
      content
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .trim(),
  )
}

async function hideForum(forum: TestForum): Promise<void> {
  await forum.current.database.transaction((db) =>
    db.deleteFrom('group_permission').where('permission', '=', 'viewForum').execute(),
  )
  await forum.current.reload()
}

eachTestForum((open) => {
  const start = async (forum: TestForum, title: string, content = 'Words') => {
    const { body } = await startDiscussion(await forum.as(1), { title, content })
    return body.data.id
  }

  test('the newest discussions come first, with their first posts', async () => {
    const forum = await open({ baseUrl: 'https://example.org/forum' })
    const user = await makeUser(forum, { username: 'ada' })
    await makeDiscussion(forum, { title: 'One', slug: 'one', user_id: user.id })
    forum.clock.advance(60)
    await makeDiscussion(forum, {
      title: 'Two',
      slug: 'two',
      user_id: null,
      posts: [{ content: 'Hello & you' }],
    })
    const { status, headers, text } = await forum.guest().get('/forum/atom')
    expect({ status, contentType: headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'application/atom+xml; charset=utf-8',
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom"/,
    )
    expect(elements(text, 'title')).toEqual(['Test forum', 'Two', 'One'])
    expect(elements(text, 'id')).toEqual([
      'https://example.org/forum/atom',
      'https://example.org/forum/d/2',
      'https://example.org/forum/d/1',
    ])
    expect(elements(text, 'name')).toEqual(['[deleted]', 'ada'])
    expect(elements(text, 'uri')).toEqual(['https://example.org/forum/u/ada'])
    expect(text).toContain('href="https://example.org/forum/d/2-two"')
    expect(elements(text, 'updated')[0]).toBe('2024-01-01T00:01:00+00:00')
    expect(elements(text, 'content')[0]).toBe('<p>Hello & you</p>')
  })

  test('a feed has at most twenty entries, and is valid without any', async () => {
    const forum = await open()
    expect(elements((await forum.guest().get('/atom')).text, 'updated')).toEqual([
      '1970-01-01T00:00:00+00:00',
    ])
    for (let number = 0; number < 22; number++) await makeDiscussion(forum)
    expect(elements((await forum.guest().get('/atom')).text, 'id')).toHaveLength(21)
  })

  test('the feed of a discussion or user has its newest comments', async () => {
    const forum = await open()
    const id = await start(forum, 'Hello', 'First')
    await replyTo(await forum.as(1), id, { content: 'Second' })
    await changeDiscussion(await forum.as(1), id, { title: 'Other' })
    await start(forum, 'Elsewhere', 'Third')
    const ofDiscussion = (await forum.guest().get(`/atom/d/${id}`)).text
    expect(elements(ofDiscussion, 'content')).toEqual(['<p>Second</p>', '<p>First</p>'])
    expect(elements(ofDiscussion, 'title')).toEqual(['Other', 'Other', 'Other'])
    expect(elements(ofDiscussion, 'id').slice(1)).toEqual([
      `http://localhost/d/${id}/2`,
      `http://localhost/d/${id}/1`,
    ])
    expect(elements((await forum.guest().get('/atom/u/ADMIN')).text, 'content').toSorted()).toEqual([
      '<p>First</p>',
      '<p>Second</p>',
      '<p>Third</p>',
    ])
  })

  test('texts are escaped, and characters that XML lacks are dropped', async () => {
    const forum = await open()
    const title = 'a\u0001b\u000b ]]> <x> & "y" \ufffe😀'
    await makeDiscussion(forum, { title })
    const { text } = await forum.guest().get('/atom')
    expect(elements(text, 'title')[1]).toBe('ab ]]> <x> & "y" 😀')
    expect(text).toContain('<title>ab ]]&gt; &lt;x&gt; &amp; &quot;y&quot; 😀</title>')
  })

  describe('content that guests may not see', () => {
    const feedPaths = (id: number | string) => ['/atom', `/atom/d/${id}`, '/atom/u/admin']
    const readAllFeeds = async (forum: TestForum, id: number | string) =>
      (await Promise.all(feedPaths(id).map((path) => forum.guest().get(path))))
        .map(({ text }) => text)
        .join('')

    test('a hidden post is in no feed', async () => {
      const forum = await open()
      const id = await start(forum, 'Hello', 'firstwords')
      const { body } = await replyTo(await forum.as(1), id, { content: 'secretwords' })
      expect(await readAllFeeds(forum, id)).toContain('secretwords')
      await changePost(await forum.as(1), body.data.id, { isHidden: true })
      expect(await readAllFeeds(forum, id)).not.toContain('secretwords')
    })

    test('hidden first posts, private posts, private discussions and empty discussions are in no feed', async () => {
      const forum = await open()
      const hidden = await start(forum, 'Visible title', 'secretwords')
      await replyTo(await forum.as(1), hidden)
      await forum.current.database.transaction((db) =>
        db
          .updateTable('posts')
          .set({ hidden_at: '2024-01-01T00:00:00.000Z' })
          .where('number', '=', 1)
          .execute(),
      )
      const mixed = await makeDiscussion(forum, {
        user_id: 1,
        posts: [{}, { content: 'secretwords', is_private: true, user_id: 1 }],
      })
      const closed = [
        await makeDiscussion(forum, { title: 'secrettitle', is_private: true, user_id: 1 }),
        await makeDiscussion(forum, { title: 'secrettitle', posts: [], user_id: 1 }),
        await makeDiscussion(forum, {
          title: 'secrettitle',
          hidden_at: '2024-01-01T00:00:00.000Z',
          user_id: 1,
        }),
      ]
      for (const id of [hidden, mixed.id, ...closed.map(({ id }) => id)]) {
        expect(await readAllFeeds(forum, id)).not.toMatch(/secretwords|secrettitle/)
      }
      for (const { id } of closed) expect((await forum.guest().get(`/atom/d/${id}`)).status).toBe(404)
      expect((await forum.guest().get('/atom')).text).toContain('Visible title')
    })

    test('event posts, also of unknown types, are no entries', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum, {
        posts: [{}, { type: 'discussionMoved', content: '[[],[1]]', user_id: 1 }],
      })
      const { status, text } = await forum.guest().get(`/atom/d/${id}`)
      expect({ status, contents: elements(text, 'content') }).toEqual({
        status: 200,
        contents: [expect.any(String)],
      })
    })

    test('a forum for members only has no feeds, not even for members and administrators', async () => {
      const forum = await open()
      const id = await start(forum, 'secrettitle')
      await hideForum(forum)
      for (const path of feedPaths(id)) {
        for (const client of [forum.guest(), await forum.as(1), await forum.as(await makeUser(forum))]) {
          const { status, text } = await client.get(path)
          expect({ path, status }).toEqual({ path, status: 404 })
          expect(text).not.toContain('secrettitle')
        }
      }
    })

    test('a feed that a member requests has only what guests see', async () => {
      const forum = await open()
      const id = await start(forum, 'secrettitle')
      await changeDiscussion(await forum.as(1), id, { isHidden: true })
      const browser = forum.browser()
      await browser.get('/api')
      await browser.post('/login', { identification: 'admin', password: 'password' })
      const { text, headers } = await browser.get('/atom')
      expect(text).not.toContain('secrettitle')
      expect({ cacheControl: headers['cache-control'], setCookie: headers['set-cookie'] }).toEqual({
        cacheControl: 'public, max-age=60',
        setCookie: undefined,
      })
    })
  })

  test.each([
    '/atom/d/x',
    '/atom/d/1-x',
    '/atom/d/999',
    `/atom/d/${'9'.repeat(30)}`,
    '/atom/u/nobody',
    '/atom/x',
    '/atom/u/%00',
  ])('%s is 404', async (path) => {
    const forum = await open()
    await makeDiscussion(forum)
    expect((await forum.guest().get(path)).status).toBe(404)
    expect(forum.logged).toEqual([])
  })

  test('a conditional request is answered with 304 until the feed changes', async () => {
    const forum = await open()
    await start(forum, 'One')
    const first = await forum.guest().get('/atom')
    const etag = String(first.headers.etag)
    const requestWithTag = (tag: string) => forum.guest().get('/atom', { 'if-none-match': tag })
    for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await requestWithTag(tag)
      expect({ tag, status: again.status, text: again.text, etag: again.headers.etag }).toEqual({
        tag,
        status: 304,
        text: '',
        etag,
      })
    }
    expect((await requestWithTag('"other"')).status).toBe(200)
    await start(forum, 'Two')
    expect((await requestWithTag(etag)).status).toBe(200)
    const head = await forum.guest().send('/atom', { method: 'HEAD' })
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' })
    expect((await forum.guest().post('/atom')).status).toBe(405)
  })

  test('a feed takes as many queries with twenty entries as with one', async () => {
    const forum = await open()
    const queries = async (path: string) => {
      const { database } = forum.current
      const before = database.queries
      await forum.guest().get(path)
      return database.queries - before
    }
    const id = await start(forum, 'One')
    const paths = ['/atom', `/atom/d/${id}`, '/atom/u/admin']
    const count = async () => {
      const counts: number[] = []
      for (const path of paths) counts.push(await queries(path))
      return counts
    }
    // The first request fills caches.
    await count()
    const few = await count()
    for (let number = 0; number < 20; number++) {
      await replyTo(await forum.as(1), id)
      await start(forum, `More ${number}`)
    }
    expect(await count()).toEqual(few)
    expect(Math.max(...few)).toBeLessThanOrEqual(10)
  })
})
