import {
  type ApiClient,
  type ApiResponse,
  changeDiscussion,
  changePost,
  grant,
  idsOf,
  makeDiscussion,
  makePost,
  makeUser,
  onBothDatabases,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { moderators } from '../../points/context/actor.ts'

const search = (client: ApiClient, q: string, more = ''): Promise<ApiResponse> =>
  client.get(`/api/discussions?filter[q]=${encodeURIComponent(q)}${more}`)
const findIds = async (client: ApiClient, q: string, more = '') => idsOf(await search(client, q, more))
const findSortedIds = async (client: ApiClient, q: string) => (await findIds(client, q)).sort((a, b) => a - b)

/** Makes a discussion with these comments and returns its id. */
async function makeTitled(forum: TestForum, title: string, ...contents: string[]): Promise<number> {
  const posts = contents.map((content) => ({ content }))
  return (await makeDiscussion(forum, { title, posts })).id
}

const relevant = ({ body }: ApiResponse) =>
  Object.fromEntries(
    body.data.map(({ id, relationships }) => [
      id,
      (relationships?.mostRelevantPost?.data as { id: string } | undefined)?.id,
    ]),
  )

onBothDatabases((open) => {
  test('B089 B097 titles and comments are searched, titles weigh more', async () => {
    const forum = await open()
    const post = await makeTitled(forum, 'Something else', 'Nothing', 'A lightsail, and another lightsail')
    const both = await makeTitled(forum, 'Lightsail in the title', 'a LIGHTSAIL here')
    const title = await makeTitled(forum, 'Another lightsail', 'no such word')
    await makeTitled(forum, 'Sails of light', 'not whole: moonlightsail')
    expect(await findIds(forum.guest(), 'lightsail')).toEqual([both, title, post])
    expect(await findIds(forum.guest(), 'moonlightsail')).toHaveLength(1)
  })

  test('B091 B092 Telugu is found in titles and comments, with the post that matches', async () => {
    const forum = await open()
    const title = (await makeDiscussion(forum, { title: 'తెలుగు భాష', posts: [{ type: 'bellRung' }] })).id
    const post = await makeTitled(forum, 'Else', 'first', 'ఇది తెలుగు పదం')
    const response = await search(forum.guest(), 'తెలుగు', '&include=mostRelevantPost')
    expect(idsOf(response)).toEqual([post])
    await forum.current.database.transaction((db) =>
      db
        .updateTable('discussions')
        .set({ comment_count: 1, first_post_id: null })
        .where('id', '=', title)
        .execute(),
    )
    const again = await search(forum.guest(), 'తెలుగు', '&include=mostRelevantPost')
    expect(idsOf(again)).toEqual([title, post])
    const included = again.body.included?.map(({ attributes }) => attributes.contentHtml)
    expect(included).toEqual(['<p>ఇది తెలుగు పదం</p>'])
    expect(relevant(again)[title]).toBeUndefined()
  })

  test('B094 B095 a text without searchable words has no results', async () => {
    const forum = await open()
    await makeTitled(forum, 'A title', 'ab a to * @ text')
    const guest = forum.guest()
    for (const q of ['*', '@', '+-*"', 'ab', 'to a', '🙂', "'", '\\', '()', '"*"', '%', '___', '\u0301']) {
      const response = await search(guest, q)
      expect({ q, status: response.status, found: idsOf(response) }).toEqual({ q, status: 200, found: [] })
    }
  })

  test('an empty search lists all visible discussions in the default order', async () => {
    const forum = await open()
    const ids = [await makeTitled(forum, 'One', 'x'), await makeTitled(forum, 'Two', 'x')]
    await makeDiscussion(forum, { hidden_at: '2024-01-01T00:00:00.000Z' })
    for (const q of ['', ' ', '""']) expect(await findIds(forum.guest(), q)).toEqual([...ids].reverse())
  })

  test('B416 a search ignores all other filters, also invalid ones', async () => {
    const forum = await open()
    const id = await makeTitled(forum, 'Garden', 'x')
    const guest = forum.guest()
    for (const other of ['filter[author]=nobody', 'filter[id]=99', 'filter[id]=x', 'filter[created]=x'])
      expect(await findIds(guest, 'garden', `&${other}`)).toEqual([id])
    expect(idsOf(await guest.get('/api/discussions?filter[-q]=nothing'))).toEqual([id])
  })

  test('a search that is not text is 422', async () => {
    const forum = await open()
    for (const q of ['filter[q][]=a', 'filter[q][a]=b', 'filter[q]=%00', 'filter[q]=a%00b']) {
      const { status, body } = await forum.guest().get(`/api/discussions?${q}`)
      expect({ q, status, pointer: body.errors[0]?.source?.pointer }).toEqual({
        q,
        status: 422,
        pointer: '/data/attributes/message',
      })
    }
  })

  test('whole words match in any case, with or without accents, in every script', async () => {
    const forum = await open()
    const texts = {
      french: 'Le vélo électrique',
      russian: 'Вот ЁЛКА зимой',
      arabic: 'هذا مُحَمَّد الكاتب',
      chinese: '我的自行车很好',
      japanese: 'カタカナの東京都庁',
      thai: 'จังหวัดเชียงใหม่',
      korean: '한국어를 배운다',
      german: 'Große Straße',
    }
    const ids: Record<string, number> = {}
    for (const [language, text] of Object.entries(texts)) ids[language] = await makeTitled(forum, 'x', text)
    const guest = forum.guest()
    for (const [q, language] of [
      ['velo', 'french'],
      ['ÉLECTRIQUE', 'french'],
      ['елка', 'russian'],
      ['محمد', 'arabic'],
      ['车', 'chinese'],
      ['自行车', 'chinese'],
      ['行车很好', 'chinese'],
      ['ｶﾀｶﾅ', 'japanese'],
      ['京都', 'japanese'],
      ['เชียง', 'thai'],
      ['ม', 'thai'],
      ['한', 'korean'],
      ['strasse', 'german'],
    ] as const) {
      expect({ q, found: await findIds(guest, q) }).toEqual({ q, found: [ids[language]] })
    }
    for (const q of ['车行自', '東庁', 'elo', 'nothing'])
      expect({ q, found: await findIds(guest, q) }).toEqual({ q, found: [] })
  })

  test('one of several words is enough; the last may be the beginning of a word', async () => {
    const forum = await open()
    const garden = await makeTitled(forum, 'x', 'the gardening club')
    const bicycle = await makeTitled(forum, 'x', 'a bicycle')
    const guest = forum.guest()
    expect(await findSortedIds(guest, 'gardening bicycle')).toEqual([garden, bicycle])
    expect(await findSortedIds(guest, 'bicycle garden')).toEqual([garden, bicycle])
    expect(await findSortedIds(guest, 'garden bicycle')).toEqual([bicycle])
    expect(await findSortedIds(guest, 'gar')).toEqual([garden])
    expect(await findSortedIds(guest, 'ga')).toEqual([])
    expect(await findSortedIds(guest, '-gardening +bicycle*')).toEqual([garden, bicycle])
    expect(await findSortedIds(guest, '"club bicycle"')).toEqual([garden, bicycle])
  })

  test('discussions with more and rarer words come first; of equal posts the first is the most relevant', async () => {
    const forum = await open()
    const common = await makeTitled(forum, 'x', 'river', 'river')
    const rare = await makeTitled(forum, 'x', 'nothing', 'river and otter', 'river', 'otter river')
    const response = await search(forum.guest(), 'river otter')
    expect(idsOf(response)).toEqual([rare, common])
    const contents = Object.fromEntries(
      (response.body.included ?? []).map(({ id, attributes }) => [id, attributes.number]),
    )
    const numbers = Object.entries(relevant(response)).map(([id, post]) => [Number(id), contents[post ?? '']])
    expect(Object.fromEntries(numbers)).toEqual({ [common]: 1, [rare]: 2 })
  })

  test('where only the title matches, the first post is the most relevant', async () => {
    const forum = await open()
    const id = await makeTitled(forum, 'Otters', 'first', 'second')
    const response = await search(forum.guest(), 'otters')
    const post = response.body.included?.find(({ type }) => type === 'posts')
    expect({ found: idsOf(response), postNumber: post?.attributes.number }).toEqual({
      found: [id],
      postNumber: 1,
    })
    const usual = await forum.guest().get('/api/discussions?include=mostRelevantPost')
    expect(relevant(usual)).toEqual({ [id]: undefined })
  })

  test('a requested sort overrides the ranking and keeps the most relevant posts', async () => {
    const forum = await open()
    const few = await makeTitled(forum, 'Otter', 'x')
    const many = await makeTitled(forum, 'x', 'x', 'otter', 'x')
    const guest = forum.guest()
    expect(await findIds(guest, 'otter')).toEqual([few, many])
    expect(await findIds(guest, 'otter', '&sort=')).toEqual([few, many])
    expect(await findIds(guest, 'otter', '&sort=-commentCount')).toEqual([many, few])
    expect(await findIds(guest, 'otter', '&sort=commentCount')).toEqual([few, many])
    const response = await search(guest, 'otter', '&sort=-commentCount')
    expect(Object.values(relevant(response)).every(Boolean)).toBe(true)
    expect((await search(guest, 'otter', '&sort=relevance')).status).toBe(400)
  })

  test('pages follow each other, by number, offset and cursor', async () => {
    const forum = await open()
    for (let number = 0; number < 7; number++) await makeTitled(forum, 'Otter', 'x')
    const guest = forum.guest()
    const all = await findIds(guest, 'otter')
    expect(all).toHaveLength(7)
    const second = await search(guest, 'otter', '&page[limit]=3&page[offset]=3')
    expect({ found: idsOf(second), links: Object.keys(second.body.links ?? {}) }).toEqual({
      found: all.slice(3, 6),
      links: ['first', 'prev', 'next'],
    })
    expect(await findIds(guest, 'otter', '&page[limit]=3&page[number]=3')).toEqual(all.slice(6))
    expect(await findIds(guest, 'otter', '&page[offset]=999999999999999')).toEqual([])
    const seen: number[] = []
    let path: string | undefined = '/api/discussions?filter[q]=otter&page[limit]=3&page[after]='
    while (path) {
      const page: ApiResponse = await guest.get(path)
      seen.push(...idsOf(page))
      path = page.body.links?.next?.slice('http://localhost'.length)
    }
    expect(seen).toEqual(all)
    expect((await search(guest, 'otter', '&page[after]=x')).status).toBe(400)
  })

  describe('visibility', () => {
    const hidden = { hidden_at: '2024-01-01T00:00:00.000Z' }

    test('only visible rows are found, which depends on author and permissions', async () => {
      const forum = await open()
      const author = await makeUser(forum)
      const own = { user_id: author.id }
      const hiddenIds = [
        (await makeDiscussion(forum, { title: 'Otter', ...own, ...hidden })).id,
        (await makeDiscussion(forum, { ...own, posts: [{}, { ...own, content: 'otter', ...hidden }] })).id,
        (await makeDiscussion(forum, { ...own, posts: [{ ...own, content: 'otter', ...hidden }] })).id,
      ]
      await makeDiscussion(forum, { title: 'Otter', is_private: true, posts: [{ content: 'otter' }] })
      await makeDiscussion(forum, { posts: [{}, { content: 'otter', is_private: true }] })
      await makeDiscussion(forum, { posts: [{}, { type: 'discussionRenamed', content: '["otter","x"]' }] })
      await makeDiscussion(forum, { posts: [{}, { type: 'bellRung', content: '"otter"' }] })
      for (const client of [forum.guest(), await forum.as(await makeUser(forum))])
        expect(await findSortedIds(client, 'otter')).toEqual([])
      const moderator = await makeUser(forum, { groupIds: [moderators] })
      for (const user of [author, moderator, 1])
        expect(await findSortedIds(await forum.as(user), 'otter')).toEqual(hiddenIds)
      await grant(forum, 'viewForum', [])
      expect(await findSortedIds(forum.guest(), 'otter')).toEqual([])
    })

    test('the most relevant post is a visible one', async () => {
      const forum = await open()
      const posts = [{ content: 'x' }, { content: 'otter river', ...hidden }, { content: 'otter' }]
      const { id } = await makeDiscussion(forum, { posts })
      const response = await search(forum.guest(), 'otter river')
      const post = response.body.included?.find(({ type }) => type === 'posts')
      expect({ found: idsOf(response), postNumber: post?.attributes.number }).toEqual({
        found: [id],
        postNumber: 3,
      })
      const first = { title: 'Otter', posts: [hidden, {}] }
      const title = (await makeDiscussion(forum, first)).id
      expect(relevant(await search(forum.guest(), 'otter'))[title]).toBeUndefined()
    })

    test('visible matches are found among very many invisible ones', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum, { title: 'x', posts: [{ content: 'otter' }] })
      const privatePosts = Array.from({ length: 1500 }, () => ({ content: 'otter', is_private: true }))
      await makeDiscussion(forum, { posts: [{}, ...privatePosts] })
      expect(await findIds(forum.guest(), 'otter')).toEqual([id])
    })

    test('an old match of a rare word is found among very many new ones of a common word', async () => {
      const forum = await open()
      const old = await makeDiscussion(forum, { title: 'x', posts: [{ content: 'the zebra' }] })
      const many = Array.from({ length: 1500 }, () => ({ content: 'the otter' }))
      const { id } = await makeDiscussion(forum, { title: 'x', posts: many })
      expect(await findIds(forum.guest(), 'the zebra')).toEqual([old.id, id])
    })
  })

  describe('changes', () => {
    test('are searchable immediately, and the former text no longer', async () => {
      const forum = await open()
      const [guest, admin] = [forum.guest(), await forum.as(1)]
      const started = await startDiscussion(admin, { title: 'About otters', content: 'They swim' })
      const id = Number(started.body.data.id)
      expect(await findIds(guest, 'otters')).toEqual([id])
      expect(await findIds(guest, 'swim')).toEqual([id])

      const reply = await replyTo(admin, String(id), { content: 'They dive' })
      const postId = reply.body.data.id
      expect(await findIds(guest, 'dive')).toEqual([id])
      await changePost(admin, postId, { content: 'They float' })
      expect({ dive: await findIds(guest, 'dive'), float: await findIds(guest, 'float') }).toEqual({
        dive: [],
        float: [id],
      })

      await changePost(admin, postId, { isHidden: true })
      expect({ byGuest: await findIds(guest, 'float'), byAdmin: await findIds(admin, 'float') }).toEqual({
        byGuest: [],
        byAdmin: [id],
      })
      await changePost(admin, postId, { isHidden: false })
      expect(await findIds(guest, 'float')).toEqual([id])

      await changeDiscussion(admin, id, { title: 'About beavers' })
      expect({ otters: await findIds(guest, 'otters'), beavers: await findIds(guest, 'beavers') }).toEqual({
        otters: [],
        beavers: [id],
      })

      await admin.delete(`/api/posts/${postId}`)
      expect({ byGuest: await findIds(guest, 'float'), byAdmin: await findIds(admin, 'float') }).toEqual({
        byGuest: [],
        byAdmin: [],
      })
      await admin.delete(`/api/discussions/${id}`)
      expect({ beavers: await findIds(admin, 'beavers'), swim: await findIds(admin, 'swim') }).toEqual({
        beavers: [],
        swim: [],
      })
    })

    test('a refused change changes nothing', async () => {
      const forum = await open()
      const admin = await forum.as(1)
      const started = await startDiscussion(admin, { title: 'About otters', content: 'They swim' })
      const id = Number(started.body.data.id)
      expect((await changeDiscussion(admin, id, { title: 'x'.repeat(100) })).status).toBe(422)
      expect((await startDiscussion(admin, { title: 'Otters again', content: '' })).status).toBe(422)
      expect(await findIds(admin, 'otters')).toEqual([id])
    })

    test('made concurrently are all indexed', async () => {
      const forum = await open()
      const admin = await forum.as(1)
      const { id } = await makeDiscussion(forum)
      const posts = await Promise.all(
        Array.from({ length: 12 }, (_, number) =>
          replyTo(admin, String(id), { content: `word${number} otter` }),
        ),
      )
      await Promise.all(
        posts.map(({ body }, number) => changePost(admin, body.data.id, { content: `other${number}` })),
      )
      for (let number = 0; number < 12; number++) {
        expect(await findIds(admin, `other${number} nothing`)).toEqual([id])
        expect(await findIds(admin, `word${number} nothing`)).toEqual([])
      }
    })
  })

  test('no search text causes an error', async () => {
    const forum = await open()
    const id = await makeTitled(forum, 'Robert', `'; drop table posts; --`)
    const guest = forum.guest()
    for (const q of [
      `robert' or 1=1 --`,
      'robert" OR "x',
      'robert AND NOT (x)',
      'NEAR(robert x, 10)',
      'terms:robert',
      '{terms}:robert',
      '^robert',
      'robert & !x | <->',
      `'robert':*`,
      `robert\\' x`,
      'robert:A',
    ]) {
      const response = await search(guest, q)
      expect({ q, status: response.status, found: idsOf(response) }).toEqual({ q, status: 200, found: [id] })
    }
    for (const q of ['%', '%00', '\u{10ffff}', 'Z̸a̷l̴', '﷽', '"'.repeat(99), '-'.repeat(99)])
      expect({ q, status: (await search(guest, q)).status }).toEqual({ q, status: 200 })
    const many = Array.from({ length: 300 }, (_, number) => `word${number}`)
    expect(await findIds(guest, ['robert', ...many].join(' '))).toEqual([id])
    expect(await findIds(guest, '自'.repeat(3000))).toEqual([])
    expect((await findIds(guest, `author:${'x,'.repeat(2000)}`)).length).toBe(0)
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
    expect(await makePost(forum, id)).toBeTruthy()
  })
})
