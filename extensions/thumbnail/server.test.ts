import { defineExtension } from '@parley/server'
import { moderators } from '@parley/server/actor'
import type { InstalledExtension } from '@parley/server/extensions'
import { element } from '@parley/shared/markup'
import {
  type ApiClient,
  admin,
  changePost,
  describeExtension,
  eachTestForum,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  readExtension,
  replyTo,
  selectsOf,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { firstPicture } from './server/picture.ts'

const here = import.meta.dirname
const extension = await readExtension(here)
/** A syntax with a picture. */
const camera: InstalledExtension = {
  id: 'camera',
  title: 'Camera',
  version: '1.0.0',
  declaration: defineExtension({
    markup: [
      {
        syntax: {
          name: 'camera',
          version: 1,
          replacements: { '(photo)': element('img', { src: 'https://pictures.example/photo.jpg', alt: '' }) },
        },
      },
    ],
  }),
}

describeExtension(here)

const photo = 'https://pictures.example/photo.jpg'

/** Starts a discussion. Returns its id, and that of its first post. */
async function start(client: ApiClient, content: string): Promise<{ id: string; postId: string }> {
  const { body } = await startDiscussion(client, { title: 'A walk', content })
  const posts = (await client.get(`/api/discussions/${body.data.id}?include=firstPost`)).body.included ?? []
  const post = posts.find(({ type }) => type === 'posts')
  return { id: body.data.id, postId: post?.id ?? '' }
}

/** The thumbnail of a discussion, as a client reads it; 'missing' without the attribute. */
async function thumbnailOf(client: ApiClient, id: string | number): Promise<unknown> {
  const { attributes } = (await client.get(`/api/discussions/${id}`)).body.data
  return 'customThumbnail' in attributes ? attributes.customThumbnail : 'missing'
}

test('the first image that is no emoji decides, with its decoded address', () => {
  const found: readonly (readonly [html: string, address: string | null])[] = [
    ['<p>No picture, but <code>&lt;img src="/a.png"&gt;</code></p>', null],
    [`<p>a</p><p><img src="${photo}" alt=""><img src="/b.png" alt=""></p>`, photo],
    ['<img alt="a &gt; b" src="/a.png?x=1&amp;y=&amp;lt;" loading="lazy">', '/a.png?x=1&y=&lt;'],
    ['<img src="HTTPS://a.example/b.png">', 'HTTPS://a.example/b.png'],
    ['<span class="flamoji"><img src="/smile.png" alt=""></span><img src="/a.png">', '/a.png'],
    ['<img class="wide emoji" src="/smile.png"><img src="/a.png">', '/a.png'],
    [`<img src="/${'a'.repeat(1999)}">`, `/${'a'.repeat(1999)}`],
    [`<img src="/${'a'.repeat(2000)}"><img src="/b.png">`, null],
  ]
  const refused = [
    ...['//a.example/b.png', '/\\a.example', 'a.png', '', 'https://', 'javascript:alert(1)'],
    ...['data:image/png;base64,AA', '/a&quot;b.png', "/a'b.png", '/a&lt;b.png', '/a\u0007.png', '/a b.png'],
  ]
  for (const [html, address] of found) expect([html, firstPicture(html)]).toEqual([html, address])
  for (const address of refused) {
    expect([address, firstPicture(`<img src="${address}"><img src="/b.png">`)]).toEqual([address, null])
  }
  expect(firstPicture('<img alt="a">')).toBe(null)
})

eachTestForum((open) => {
  test('new and edited first posts decide, also when they lose their picture or are deleted', async () => {
    const forum = await open({ extensions: [extension] })
    const asAdmin = await forum.as(admin)
    const { id, postId } = await start(asAdmin, `Look: ![a](${photo}?a=1&b=2)`)
    expect(await thumbnailOf(forum.guest(), id)).toBe(`${photo}?a=1&b=2`)
    await replyTo(asAdmin, id, { content: '![b](/b.png)' })
    for (const [content, address] of [
      ['![c](/c.png) and ![d](/d.png)', '/c.png'],
      ['![c](//c.example/c.png)', null],
      ['no picture', null],
      ['![e](/e.png)', '/e.png'],
    ] as const) {
      expect((await changePost(asAdmin, postId, { content })).status).toBe(200)
      expect(await thumbnailOf(forum.guest(), id)).toBe(address)
    }
    await changePost(asAdmin, postId, { content: `![f](/f.png) ${'a long text '.repeat(1000)}` })
    for (const isHidden of [true, false]) await changePost(asAdmin, postId, { isHidden })
    expect(await thumbnailOf(forum.guest(), id)).toBe('/f.png')
    expect((await asAdmin.delete(`/api/posts/${postId}`)).status).toBe(204)
    expect(await thumbnailOf(asAdmin, id)).toBe(null)
    const rows = await forum.current.database.read.selectFrom('discussions').select('thumbnail').execute()
    expect(rows).toEqual([{ thumbnail: null }])
  })

  test('the smallest form has it, too', async () => {
    const forum = await open({ extensions: [extension] })
    const asAdmin = await forum.as(admin)
    const { id } = await start(asAdmin, `![a](${photo})`)
    const { included = [] } = (await forum.guest().get('/api/posts?include=discussion')).body
    expect(included.map(({ type, attributes }) => [type, attributes.customThumbnail])).toEqual([
      ['discussions', photo],
    ])
    expect(id).toBe(included[0]?.id)
  })

  test('administrators choose where it leads', async () => {
    const forum = await open({ extensions: [extension] })
    const key = 'fof-discussion-thumbnail.link_to_discussion'
    const read = async () => (await forum.guest().get('/api')).body.data.attributes[key]
    expect(await read()).toBe(false)
    expect((await (await forum.as(admin)).post('/api/settings', { [key]: '1' })).status).toBe(204)
    expect(await read()).toBe(true)
  })

  test('enabling it again reads the first posts of all discussions, once', async () => {
    const forum = await open({ extensions: [extension] })
    const asAdmin = await forum.as(admin)
    const enable = async (enabled: boolean) =>
      expect((await asAdmin.patch('/api/extensions/thumbnail', { enabled })).status).toBe(204)
    const { id: edited, postId } = await start(asAdmin, `![a](${photo})`)
    await enable(false)
    await changePost(asAdmin, postId, { content: 'nothing' })
    const { id: fresh } = await start(asAdmin, '![b](/b.png)')
    const long = `![c](/c.png) ${'x'.repeat(20_000)}`
    const { id: old } = await makeDiscussion(forum, {
      posts: [
        { content: long, content_html: '<p>old</p>', markup_version: 'old' },
        { content: '![d](/d.png)' },
      ],
    })
    await enable(true)
    await forum.settled()
    const found = [edited, fresh, old].map((id) => thumbnailOf(forum.guest(), id))
    expect(await Promise.all(found)).toEqual([null, '/b.png', '/c.png'])
  })
})

onBothDatabases((open) => {
  test('it is null for readers who do not see the first post', async () => {
    const forum = await open({ extensions: [extension] })
    const asAdmin = await forum.as(admin)
    const writer = await makeUser(forum)
    const asWriter = await forum.as(writer)
    const asModerator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const asOther = await forum.as(await makeUser(forum))
    const readers = [forum.guest(), asOther, asWriter, asModerator]
    const seen = (id: string) => Promise.all(readers.map((reader) => thumbnailOf(reader, id)))

    const { id, postId } = await start(asAdmin, `![a](${photo})`)
    expect(await seen(id)).toEqual([photo, photo, photo, photo])
    await replyTo(asAdmin, id)
    expect((await changePost(asModerator, postId, { isHidden: true })).status).toBe(200)
    expect(await seen(id)).toEqual([null, null, null, photo])
    await forum.current.database.transaction((db) =>
      db.updateTable('posts').set({ user_id: writer.id }).where('id', '=', Number(postId)).execute(),
    )
    expect(await seen(id)).toEqual([null, null, photo, photo])
    await changePost(asModerator, postId, { isHidden: false })
    expect(await seen(id)).toEqual([photo, photo, photo, photo])
  })

  test('answers cost no query more, but for pictures in posts that not everybody sees: one', async () => {
    const count = async (forum: TestForum, path: string) => (await selectsOf(forum, path)).length
    const [plain, extended] = [await open(), await open({ extensions: [extension] })]
    const expected = {
      '/api/discussions': 1,
      '/api/discussions?include=firstPost': 0,
      '/api/discussions/1': 1,
      '/api/posts?filter[discussion]=1': 0,
      '/api/posts?filter[discussion]=1&page[offset]=1': 1,
    }
    const paths = Object.keys(expected)
    for (const forum of [plain, extended])
      for (let id = 1; id <= 5; id++) await makeDiscussion(forum, { id, posts: [{}, {}] })
    const before = new Map<string, number>()
    for (const path of paths) before.set(path, await count(plain, path))
    for (const path of paths) {
      expect({ path, queries: await count(extended, path) }).toEqual({ path, queries: before.get(path) })
    }
    const store = (is_thumbnail_public: boolean) =>
      extended.current.database.transaction((db) =>
        db.updateTable('discussions').set({ thumbnail: photo, is_thumbnail_public }).execute(),
      )
    await store(true)
    for (const path of paths) {
      expect({ path, queries: await count(extended, path) }).toEqual({ path, queries: before.get(path) })
    }
    await store(false)
    const more: Record<string, number> = {}
    for (const path of paths) more[path] = (await count(extended, path)) - (before.get(path) ?? 0)
    expect(more).toEqual(expected)
  })

  test('a change of the markup has all thumbnails read again', async () => {
    const forum = await open({ extensions: [extension, camera] })
    const asAdmin = await forum.as(admin)
    const { id } = await start(asAdmin, 'Look: (photo)')
    const later = async () => {
      await forum.settled()
      forum.clock.advance(601)
      forum.current.wakeJobs()
      await forum.settled()
    }
    await later()
    expect(await thumbnailOf(forum.guest(), id)).toBe(photo)
    for (const [enabled, address] of [
      [false, null],
      [true, photo],
    ] as const) {
      expect((await asAdmin.patch('/api/extensions/camera', { enabled })).status).toBe(204)
      await later()
      expect(await thumbnailOf(forum.guest(), id)).toBe(address)
    }
  })
})
