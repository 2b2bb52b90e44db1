import {
  type ApiClient,
  type ApiResponse,
  changeDiscussion,
  changePost,
  eachTestForum,
  grant,
  idsOf,
  makeDiscussion,
  makePost,
  makeUser,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'

const asked = (client: ApiClient, q: string, more = ''): Promise<ApiResponse> =>
  client.get(`/api/discussions?filter[q]=${encodeURIComponent(q)}${more}`)
const found = async (client: ApiClient, q: string, more = '') => idsOf(await asked(client, q, more))
const sorted = async (client: ApiClient, q: string) => (await found(client, q)).sort((a, b) => a - b)

/** Stores a discussion with these comments and returns its id. */
async function discuss(forum: TestForum, title: string, ...contents: string[]): Promise<number> {
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

eachTestForum((open) => {
  test('B089 B097 titles and comments are searched, titles weigh more', async () => {
    const forum = await open()
    const post = await discuss(forum, 'Something else', 'Nothing', 'A lightsail, and another lightsail')
    const both = await discuss(forum, 'Lightsail in the title', 'a LIGHTSAIL here')
    const title = await discuss(forum, 'Another lightsail', 'no such word')
    await discuss(forum, 'Sails of light', 'not whole: moonlightsail')
    expect(await found(forum.guest(), 'lightsail')).toEqual([both, title, post])
    expect(await found(forum.guest(), 'moonlightsail')).toHaveLength(1)
  })

  test('B091 B092 Telugu is found in titles and comments, with the post that matches', async () => {
    const forum = await open()
    const title = (await makeDiscussion(forum, { title: 'తెలుగు భాష', posts: [{ type: 'bellRung' }] })).id
    const post = await discuss(forum, 'Else', 'first', 'ఇది తెలుగు పదం')
    const response = await asked(forum.guest(), 'తెలుగు', '&include=mostRelevantPost')
    expect(idsOf(response)).toEqual([post])
    await forum.current.database.transaction((db) =>
      db
        .updateTable('discussions')
        .set({ comment_count: 1, first_post_id: null })
        .where('id', '=', title)
        .execute(),
    )
    const again = await asked(forum.guest(), 'తెలుగు', '&include=mostRelevantPost')
    expect(idsOf(again)).toEqual([title, post])
    const included = again.body.included?.map(({ attributes }) => attributes.contentHtml)
    expect(included).toEqual(['<p>ఇది తెలుగు పదం</p>'])
    expect(relevant(again)[title]).toBeUndefined()
  })

  test('B094 B095 a search for nothing that can be found is empty', async () => {
    const forum = await open()
    await discuss(forum, 'A title', 'ab a to * @ text')
    const guest = forum.guest()
    for (const q of ['*', '@', '+-*"', 'ab', 'to a', '🙂', "'", '\\', '()', '"*"', '%', '___', '\u0301']) {
      const response = await asked(guest, q)
      expect([q, response.status, idsOf(response)]).toEqual([q, 200, []])
    }
  })

  test('an empty search lists what is visible, in the usual order', async () => {
    const forum = await open()
    const ids = [await discuss(forum, 'One', 'x'), await discuss(forum, 'Two', 'x')]
    await makeDiscussion(forum, { hidden_at: '2024-01-01T00:00:00.000Z' })
    for (const q of ['', ' ', '""']) expect(await found(forum.guest(), q)).toEqual([...ids].reverse())
  })

  test('B416 with a search all other filters are ignored, wrong ones too', async () => {
    const forum = await open()
    const id = await discuss(forum, 'Garden', 'x')
    const guest = forum.guest()
    for (const other of ['filter[author]=nobody', 'filter[id]=99', 'filter[id]=x', 'filter[created]=x'])
      expect(await found(guest, 'garden', `&${other}`)).toEqual([id])
    expect(idsOf(await guest.get('/api/discussions?filter[-q]=nothing'))).toEqual([id])
  })

  test('a search that is no text is 422', async () => {
    const forum = await open()
    for (const q of ['filter[q][]=a', 'filter[q][a]=b', 'filter[q]=%00', 'filter[q]=a%00b']) {
      const { status, body } = await forum.guest().get(`/api/discussions?${q}`)
      expect([q, status, body.errors[0]?.source?.pointer]).toEqual([q, 422, '/data/attributes/message'])
    }
  })

  test('words are whole, in any case and with or without accents, in every script', async () => {
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
    for (const [language, text] of Object.entries(texts)) ids[language] = await discuss(forum, 'x', text)
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
      expect([q, await found(guest, q)]).toEqual([q, [ids[language]]])
    }
    for (const q of ['车行自', '東庁', 'elo', 'nothing']) expect([q, await found(guest, q)]).toEqual([q, []])
  })

  test('one of several words is enough; the last may be the beginning of a word', async () => {
    const forum = await open()
    const garden = await discuss(forum, 'x', 'the gardening club')
    const bicycle = await discuss(forum, 'x', 'a bicycle')
    const guest = forum.guest()
    expect(await sorted(guest, 'gardening bicycle')).toEqual([garden, bicycle])
    expect(await sorted(guest, 'bicycle garden')).toEqual([garden, bicycle])
    expect(await sorted(guest, 'garden bicycle')).toEqual([bicycle])
    expect(await sorted(guest, 'gar')).toEqual([garden])
    expect(await sorted(guest, 'ga')).toEqual([])
    expect(await sorted(guest, '-gardening +bicycle*')).toEqual([garden, bicycle])
    expect(await sorted(guest, '"club bicycle"')).toEqual([garden, bicycle])
  })

  test('rows with more and rarer words come first; of equal posts the first is shown', async () => {
    const forum = await open()
    const common = await discuss(forum, 'x', 'river', 'river')
    const rare = await discuss(forum, 'x', 'nothing', 'river and otter', 'river', 'otter river')
    const response = await asked(forum.guest(), 'river otter')
    expect(idsOf(response)).toEqual([rare, common])
    const contents = Object.fromEntries(
      (response.body.included ?? []).map(({ id, attributes }) => [id, attributes.number]),
    )
    const numbers = Object.entries(relevant(response)).map(([id, post]) => [Number(id), contents[post ?? '']])
    expect(Object.fromEntries(numbers)).toEqual({ [common]: 1, [rare]: 2 })
  })

  test('where only the title matches, the first post is shown', async () => {
    const forum = await open()
    const id = await discuss(forum, 'Otters', 'first', 'second')
    const response = await asked(forum.guest(), 'otters')
    const post = response.body.included?.find(({ type }) => type === 'posts')
    expect([idsOf(response), post?.attributes.number]).toEqual([[id], 1])
    const usual = await forum.guest().get('/api/discussions?include=mostRelevantPost')
    expect(relevant(usual)).toEqual({ [id]: undefined })
  })

  test('an order that is asked for wins, with the post all the same', async () => {
    const forum = await open()
    const few = await discuss(forum, 'Otter', 'x')
    const many = await discuss(forum, 'x', 'x', 'otter', 'x')
    const guest = forum.guest()
    expect(await found(guest, 'otter')).toEqual([few, many])
    expect(await found(guest, 'otter', '&sort=')).toEqual([few, many])
    expect(await found(guest, 'otter', '&sort=-commentCount')).toEqual([many, few])
    expect(await found(guest, 'otter', '&sort=commentCount')).toEqual([few, many])
    const response = await asked(guest, 'otter', '&sort=-commentCount')
    expect(Object.values(relevant(response)).every(Boolean)).toBe(true)
    expect((await asked(guest, 'otter', '&sort=relevance')).status).toBe(400)
  })

  test('pages follow each other, by number, offset and cursor', async () => {
    const forum = await open()
    for (let number = 0; number < 7; number++) await discuss(forum, 'Otter', 'x')
    const guest = forum.guest()
    const all = await found(guest, 'otter')
    expect(all).toHaveLength(7)
    const second = await asked(guest, 'otter', '&page[limit]=3&page[offset]=3')
    expect([idsOf(second), Object.keys(second.body.links ?? {})]).toEqual([
      all.slice(3, 6),
      ['first', 'prev', 'next'],
    ])
    expect(await found(guest, 'otter', '&page[limit]=3&page[number]=3')).toEqual(all.slice(6))
    expect(await found(guest, 'otter', '&page[offset]=999999999999999')).toEqual([])
    const seen: number[] = []
    let path: string | undefined = '/api/discussions?filter[q]=otter&page[limit]=3&page[after]='
    while (path) {
      const page: ApiResponse = await guest.get(path)
      seen.push(...idsOf(page))
      path = page.body.links?.next?.slice('http://localhost'.length)
    }
    expect(seen).toEqual(all)
    expect((await asked(guest, 'otter', '&page[after]=x')).status).toBe(400)
  })

  describe('visibility', () => {
    const hidden = { hidden_at: '2024-01-01T00:00:00.000Z' }

    test('what somebody does not see is not found, the own and what moderators see is', async () => {
      const forum = await open()
      const author = await makeUser(forum)
      const own = { user_id: author.id }
      const secret = [
        (await makeDiscussion(forum, { title: 'Otter', ...own, ...hidden })).id,
        (await makeDiscussion(forum, { ...own, posts: [{}, { ...own, content: 'otter', ...hidden }] })).id,
        (await makeDiscussion(forum, { ...own, posts: [{ ...own, content: 'otter', ...hidden }] })).id,
      ]
      await makeDiscussion(forum, { title: 'Otter', is_private: true, posts: [{ content: 'otter' }] })
      await makeDiscussion(forum, { posts: [{}, { content: 'otter', is_private: true }] })
      await makeDiscussion(forum, { posts: [{}, { type: 'discussionRenamed', content: '["otter","x"]' }] })
      await makeDiscussion(forum, { posts: [{}, { type: 'bellRung', content: '"otter"' }] })
      for (const client of [forum.guest(), await forum.as(await makeUser(forum))])
        expect(await sorted(client, 'otter')).toEqual([])
      const moderator = await makeUser(forum, { groupIds: [4] })
      for (const user of [author, moderator, 1])
        expect(await sorted(await forum.as(user), 'otter')).toEqual(secret)
      await grant(forum, 'viewForum', [])
      expect(await sorted(forum.guest(), 'otter')).toEqual([])
    })

    test('the post that is shown is one that is visible', async () => {
      const forum = await open()
      const posts = [{ content: 'x' }, { content: 'otter river', ...hidden }, { content: 'otter' }]
      const { id } = await makeDiscussion(forum, { posts })
      const response = await asked(forum.guest(), 'otter river')
      const post = response.body.included?.find(({ type }) => type === 'posts')
      expect([idsOf(response), post?.attributes.number]).toEqual([[id], 3])
      const first = { title: 'Otter', posts: [hidden, {}] }
      const title = (await makeDiscussion(forum, first)).id
      expect(relevant(await asked(forum.guest(), 'otter'))[title]).toBeUndefined()
    })

    test('visible matches are found behind very many that are not', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum, { title: 'x', posts: [{ content: 'otter' }] })
      const private_ = Array.from({ length: 1500 }, () => ({ content: 'otter', is_private: true }))
      await makeDiscussion(forum, { posts: [{}, ...private_] })
      expect(await found(forum.guest(), 'otter')).toEqual([id])
    })

    test('an old match of a rare word is found among very many new ones of a common word', async () => {
      const forum = await open()
      const old = await makeDiscussion(forum, { title: 'x', posts: [{ content: 'the zebra' }] })
      const many = Array.from({ length: 1500 }, () => ({ content: 'the otter' }))
      const { id } = await makeDiscussion(forum, { title: 'x', posts: many })
      expect(await found(forum.guest(), 'the zebra')).toEqual([old.id, id])
    })
  })

  describe('changes', () => {
    test('are found at once, and what was there before no more', async () => {
      const forum = await open()
      const [guest, admin] = [forum.guest(), await forum.as(1)]
      const started = await startDiscussion(admin, { title: 'About otters', content: 'They swim' })
      const id = Number(started.body.data.id)
      expect(await found(guest, 'otters')).toEqual([id])
      expect(await found(guest, 'swim')).toEqual([id])

      const reply = await replyTo(admin, String(id), { content: 'They dive' })
      const postId = reply.body.data.id
      expect(await found(guest, 'dive')).toEqual([id])
      await changePost(admin, postId, { content: 'They float' })
      expect([await found(guest, 'dive'), await found(guest, 'float')]).toEqual([[], [id]])

      await changePost(admin, postId, { isHidden: true })
      expect([await found(guest, 'float'), await found(admin, 'float')]).toEqual([[], [id]])
      await changePost(admin, postId, { isHidden: false })
      expect(await found(guest, 'float')).toEqual([id])

      await changeDiscussion(admin, id, { title: 'About beavers' })
      expect([await found(guest, 'otters'), await found(guest, 'beavers')]).toEqual([[], [id]])

      await admin.delete(`/api/posts/${postId}`)
      expect([await found(guest, 'float'), await found(admin, 'float')]).toEqual([[], []])
      await admin.delete(`/api/discussions/${id}`)
      expect([await found(admin, 'beavers'), await found(admin, 'swim')]).toEqual([[], []])
    })

    test('a refused change changes nothing', async () => {
      const forum = await open()
      const admin = await forum.as(1)
      const started = await startDiscussion(admin, { title: 'About otters', content: 'They swim' })
      const id = Number(started.body.data.id)
      expect((await changeDiscussion(admin, id, { title: 'x'.repeat(100) })).status).toBe(422)
      expect((await startDiscussion(admin, { title: 'Otters again', content: '' })).status).toBe(422)
      expect(await found(admin, 'otters')).toEqual([id])
    })

    test('of many at the same time none is lost', async () => {
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
        expect(await found(admin, `other${number} nothing`)).toEqual([id])
        expect(await found(admin, `word${number} nothing`)).toEqual([])
      }
    })
  })

  test('whatever is searched for is no fault', async () => {
    const forum = await open()
    const id = await discuss(forum, 'Robert', `'; drop table posts; --`)
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
      const response = await asked(guest, q)
      expect([q, response.status, idsOf(response)]).toEqual([q, 200, [id]])
    }
    for (const q of ['%', '%00', '\u{10ffff}', 'Z̸a̷l̴', '﷽', '"'.repeat(99), '-'.repeat(99)])
      expect([q, (await asked(guest, q)).status]).toEqual([q, 200])
    const many = Array.from({ length: 300 }, (_, number) => `word${number}`)
    expect(await found(guest, ['robert', ...many].join(' '))).toEqual([id])
    expect(await found(guest, '自'.repeat(3000))).toEqual([])
    expect((await found(guest, `author:${'x,'.repeat(2000)}`)).length).toBe(0)
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
    expect(await makePost(forum, id)).toBeTruthy()
  })
})
