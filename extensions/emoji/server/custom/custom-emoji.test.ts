import {
  type ApiClient,
  admin,
  eachTestForum,
  makeDiscussion,
  makeUser,
  readExtension,
  replyTo,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { mostCustomEmoji } from '../../shared/custom.ts'

const extension = await readExtension(`${import.meta.dirname}/../..`)
const path = '/api/the-turk/emojis'

const document = (attributes: object) => ({ data: { type: 'emojis', attributes } })
const parrot = { title: 'Parrot', textToReplace: ':parrot:', path: '/assets/parrot.png' }
const create = (client: ApiClient, attributes: object) => client.post(path, document(attributes))
const shown = (text: string, src: string, alt: string) =>
  text.replace('@', `<span class="flamoji"><img src="${src}" alt="${alt}"></span>`)

/** The attributes of all emoji, as the API lists them. */
async function listed(forum: TestForum, query = '') {
  const { status, body } = await forum.guest().get(`${path}${query}`)
  expect(status).toBe(200)
  return body.data.map(({ attributes }: { attributes: object }) => attributes)
}

eachTestForum((open) => {
  const start = async () => {
    const forum = await open({ extensions: [extension] })
    return { forum, asAdmin: await forum.as(admin.id) }
  }

  /** Posts a text; returns what reads its HTML. */
  const post = async (forum: TestForum, content: string) => {
    const { id } = await makeDiscussion(forum)
    const { status, body } = await replyTo(await forum.as(admin.id), id, { content })
    expect(status).toBe(201)
    expect(body.data.attributes.content).toBe(content)
    return async (from: Pick<TestForum, 'inject'> = forum) => {
      const answer = await from.inject({ url: `/api/posts?filter[id]=${body.data.id}` })
      return String(JSON.parse(answer.payload).data[0].attributes.contentHtml).trim()
    }
  }

  test('flamoji-1: guests list all emoji, the newest first; another limit has pages', async () => {
    const { forum, asAdmin } = await start()
    expect(await listed(forum)).toEqual([])
    for (let number = 1; number <= 25; number++)
      await create(asAdmin, { ...parrot, textToReplace: `:parrot${number}:` })
    const all = await listed(forum)
    expect(all).toHaveLength(25)
    expect(all[0]).toEqual({ title: 'Parrot', text_to_replace: ':parrot25:', path: '/assets/parrot.png' })
    expect(await listed(forum, '?page[limit]=20')).toHaveLength(25)
    const { body } = await forum.guest().get(`${path}?page[limit]=23&page[offset]=0`)
    expect(body.data).toHaveLength(23)
    expect(body.links?.next).toContain('page%5Boffset%5D=23')
    expect(await listed(forum, '?page[limit]=23&page[offset]=23')).toMatchObject([
      { text_to_replace: ':parrot2:' },
      { text_to_replace: ':parrot1:' },
    ])
  })

  test('only administrators create, change, delete, import and upload', async () => {
    const { forum, asAdmin } = await start()
    const { body } = await create(asAdmin, parrot)
    const { id } = body.data
    expect(body.data).toMatchObject({ type: 'emojis', attributes: { text_to_replace: ':parrot:' } })
    const member = await forum.as(await makeUser(forum))
    const rows = { data: [{ title: null, text_to_replace: ':a:', path: '/a.png' }] }
    const statuses = async (client: ApiClient) => [
      (await create(client, { ...parrot, textToReplace: 'x y' })).status,
      (await client.patch(`${path}/${id}`, document({ path: 'javascript:x' }))).status,
      (await client.delete(`${path}/${id}`)).status,
      (await client.post('/api/the-turk/import-emojis', rows)).status,
      (await client.post('/api/emoji/pictures', {})).status,
    ]
    expect(await statuses(member)).toEqual([403, 403, 403, 403, 403])
    const guest = await statuses(forum.browser())
    expect(guest.every((status) => status === 400 || status === 403)).toBe(true)
    expect(await listed(forum)).toHaveLength(1)
    expect((await asAdmin.patch(`${path}/99`, document({ title: 'x' }))).status).toBe(404)
    expect((await asAdmin.delete(`${path}/99`)).status).toBe(404)
    const changed = await asAdmin.patch(
      `${path}/${id}`,
      document({ title: 'Bird', textToReplace: ':bird:', path: null }),
    )
    expect(changed.status).toBe(200)
    expect(changed.body.data.attributes).toEqual({ ...parrotRow, title: 'Bird', text_to_replace: ':bird:' })
    const removed = await asAdmin.delete(`${path}/${id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect(await listed(forum)).toEqual([])
  })

  const parrotRow = { title: 'Parrot', text_to_replace: ':parrot:', path: '/assets/parrot.png' }

  test('bad values are refused on their attributes, and nothing changes', async () => {
    const { forum, asAdmin } = await start()
    const { id } = (await create(asAdmin, parrot)).body.data
    const long = 'x'.repeat(256)
    const bad: [object, string][] = [
      [{ textToReplace: '' }, 'text_to_replace'],
      [{ textToReplace: ':a b:' }, 'text_to_replace'],
      [{ textToReplace: ':a\u00a0b:' }, 'text_to_replace'],
      [{ textToReplace: long }, 'text_to_replace'],
      [{ textToReplace: [] }, 'text_to_replace'],
      [{ path: 'javascript:alert(1)' }, 'path'],
      [{ path: 'data:image/png;base64,AA' }, 'path'],
      [{ path: '/../a.png' }, 'path'],
      [{ path: '/a".png' }, 'path'],
      [{ path: '' }, 'path'],
      [{ path: `/${long}` }, 'path'],
      [{ title: long }, 'title'],
      [{ title: {} }, 'title'],
    ]
    for (const [attributes, name] of bad) {
      const refused = [
        await create(asAdmin, { ...parrot, ...attributes }),
        await asAdmin.patch(`${path}/${id}`, document({ title: 'New', ...attributes })),
      ]
      for (const { status, body } of refused)
        expect({ attributes, status, errors: body.errors }).toMatchObject({
          status: 422,
          errors: [{ code: 'validation_error', source: { pointer: `/data/attributes/${name}` } }],
        })
    }
    for (const empty of [{}, { data: null }, { data: { attributes: null } }]) {
      const { status, body } = await asAdmin.post(path, empty)
      expect(status).toBe(422)
      expect(body.errors.map(({ source }) => source)).toEqual([
        { pointer: '/data/attributes/text_to_replace' },
        { pointer: '/data/attributes/path' },
      ])
    }
    expect(await listed(forum)).toEqual([parrotRow])
  })

  test('an import stores all rows or none, and answers with the last one', async () => {
    const { forum, asAdmin } = await start()
    const send = (data: unknown) => asAdmin.post('/api/the-turk/import-emojis', { data })
    const one = { title: 'One', text_to_replace: ':1:', path: '/1.png' }
    const two = { title: null, text_to_replace: ':2:', path: 'https://example.org/2.gif' }
    const { status, body } = await send([one, two])
    expect([status, body.data.attributes]).toEqual([201, two])
    expect((await send({ a: one, b: two })).body.data.attributes).toEqual(two)
    expect((await send(one)).body.data.attributes).toEqual(one)
    expect(await listed(forum)).toEqual([one, two, one, two, one])
    const bad = await send([one, { ...two, text_to_replace: 'a b' }, { title: 'x' }])
    expect(bad.status).toBe(422)
    expect(bad.body.errors).toEqual([
      expect.objectContaining({
        detail: expect.stringMatching(/^Row 2: /),
        source: { pointer: '/data/attributes/text_to_replace' },
      }),
      expect.objectContaining({
        detail: expect.stringMatching(/^Row 3: /),
        source: { pointer: '/data/attributes/path' },
      }),
    ])
    for (const data of [undefined, null, [], {}, 'x', 7, ['x'], [null], [[one]]])
      expect({ data, status: (await send(data)).status }).toEqual({ data, status: 422 })
    expect(await listed(forum)).toHaveLength(5)
  })

  test('there are two thousand at most', async () => {
    const { forum, asAdmin } = await start()
    const rows = (count: number) =>
      Array.from({ length: count }, (_, number) => ({
        title: null,
        text_to_replace: `:${number}:`,
        path: '/a.png',
      }))
    const send = (count: number) => asAdmin.post('/api/the-turk/import-emojis', { data: rows(count) })
    expect((await send(mostCustomEmoji + 1)).status).toBe(422)
    expect((await send(mostCustomEmoji)).status).toBe(201)
    expect((await send(1)).status).toBe(422)
    expect((await create(asAdmin, parrot)).status).toBe(422)
    expect(await listed(forum)).toHaveLength(mostCustomEmoji)
  })

  test('their texts have fifty thousand characters together at most', async () => {
    const { forum, asAdmin } = await start()
    const rows = Array.from({ length: 200 }, (_, number) => ({
      title: null,
      text_to_replace: `${number}`.padStart(250, 'x'),
      path: '/a.png',
    }))
    const { status } = await asAdmin.post('/api/the-turk/import-emojis', { data: rows })
    expect(status).toBe(201)
    const refused = [
      await create(asAdmin, { ...parrot, textToReplace: 'x' }),
      await asAdmin.patch(`${path}/1`, document({ textToReplace: 'y'.repeat(251) })),
    ]
    for (const answer of refused)
      expect([answer.status, answer.body.errors[0]?.detail]).toEqual([
        422,
        expect.stringContaining('50,000 characters'),
      ])
    expect((await asAdmin.patch(`${path}/1`, document({ textToReplace: 'y' }))).status).toBe(200)
    expect(await listed(forum)).toHaveLength(200)
  })

  test('posts have the pictures from the next request on, and keep what was typed', async () => {
    const { forum, asAdmin } = await start()
    const html = await post(
      forum,
      ':Parrot: **:Parrot:** [x :Parrot:](/:Parrot:) `:Parrot:` :P https://a.b/:Parrot:/ <3',
    )
    const expected = (emoji: string, heart = '&lt;3') =>
      `<p>${emoji} <strong>${emoji}</strong> <a href="/:Parrot:">x ${emoji}</a> <code>:Parrot:</code> 😛 ` +
      `<a href="https://a.b/:Parrot:/" rel="ugc nofollow noopener">https://a.b/:Parrot:/</a> ${heart}</p>`
    expect(await html()).toBe(expected('😛arrot:'))
    const { id } = (await create(asAdmin, { ...parrot, textToReplace: ':Parrot:' })).body.data
    const parrotHtml = shown('@', 'http://localhost/assets/parrot.png', 'Parrot')
    expect(await html()).toBe(expected(parrotHtml))
    await create(asAdmin, { textToReplace: '<3', path: 'https://example.org/♥.png' })
    const heart = shown('@', 'https://example.org/%E2%99%A5.png', '&lt;3')
    expect(await html()).toBe(expected(parrotHtml, heart))
    await asAdmin.patch(`${path}/${id}`, document({ title: '"Polly" <b>' }))
    expect(await html()).toBe(
      expected(shown('@', 'http://localhost/assets/parrot.png', '&quot;Polly&quot; &lt;b&gt;'), heart),
    )
    await asAdmin.delete(`${path}/${id}`)
    expect(await html()).toBe(expected('😛arrot:', heart))
    await asAdmin.delete(`${path}/${Number(id) + 1}`)

    await create(asAdmin, { ...parrot, textToReplace: ':Parrot:' })
    expect(await html()).toBe(expected(parrotHtml))
    await forum.setEnabled([])
    expect(await html()).toBe(expected(':Parrot:').replace('😛', ':P'))
  })

  test('guests’ pages show a change at once', async () => {
    const { forum, asAdmin } = await start()
    const { id } = await makeDiscussion(forum, { posts: [{ content: 'Hi :parrot:' }] })
    const feed = async () => (await forum.guest().get(`/atom/d/${id}`)).text
    expect(await feed()).toContain('Hi :parrot:')
    await create(asAdmin, parrot)
    expect(await feed()).toContain('http://localhost/assets/parrot.png')
  })

  test('ten thousand in a post: the first thousand are pictures', async () => {
    const { forum, asAdmin } = await start()
    await create(asAdmin, { ...parrot, textToReplace: '~~>' })
    const html = await (await post(forum, '~~> '.repeat(10_000)))()
    expect(html.split('<img').length - 1).toBe(1000)
    expect(html.split('~~&gt;').length - 1).toBe(9000)
  })

  test('uploaded pictures are files of the forum, and go with their emoji', async () => {
    const { forum, asAdmin } = await start()
    const upload = (bytes: BlobPart) => {
      const form = new FormData()
      form.append('picture', new Blob([bytes]), 'picture.png')
      return asAdmin.postFiles('/api/emoji/pictures', form)
    }
    const svg = await upload('<svg/>')
    expect(svg.status).toBe(422)
    const { status, body } = await upload(onePixel)
    expect([status, body.path]).toEqual([
      201,
      expect.stringMatching(/^\/assets\/extensions\/emoji\/custom-\w+\.png$/),
    ])
    const file = async () => (await forum.guest().get(String(body.path))).status
    expect(await file()).toBe(200)
    const first = (await create(asAdmin, { ...parrot, path: body.path })).body.data
    const second = (await create(asAdmin, { ...parrot, path: body.path })).body.data
    await asAdmin.delete(`${path}/${first.id}`)
    expect(await file()).toBe(200)
    await asAdmin.patch(`${path}/${second.id}`, document({ path: '/other.png' }))
    expect(await file()).toBe(404)
  })
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
