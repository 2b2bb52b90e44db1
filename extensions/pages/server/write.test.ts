import { join } from 'node:path'
import { type ApiClient, admin, onBothDatabases, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'
import { mostLinks } from '../shared.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))

const document = (attributes: object, from?: object) => ({
  data: { type: 'pages', attributes, ...(from && { meta: { from } }) },
})
const about = { title: 'About us', slug: 'about', content: 'We are.' }

onBothDatabases((open) => {
  const start = async () => {
    const forum = await open({ extensions: [extension] })
    const asAdmin = await forum.as(admin.id)
    const create = async (attributes: object = {}) =>
      (await asAdmin.post('/api/pages', document({ ...about, ...attributes }))).body.data
    return { forum, asAdmin, create }
  }

  /** The attributes that an answer refuses, with its status. */
  const refused = ({ status, body }: Awaited<ReturnType<ApiClient['post']>>) => [
    status,
    ...(body.errors ?? []).map(({ source }) => source?.pointer?.replace('/data/attributes/', '')),
  ]

  test('a page needs a title, a slug and a content', async () => {
    const { asAdmin } = await start()
    const missing = [422, 'title', 'slug', 'content']
    expect(refused(await asAdmin.post('/api/pages', {}))).toEqual(missing)
    expect(
      refused(await asAdmin.post('/api/pages', document({ title: null, slug: null, content: null }))),
    ).toEqual(missing)
    expect(
      refused(await asAdmin.post('/api/pages', document({ title: ' ', slug: '', content: '\n' }))),
    ).toEqual(missing)
  })

  test.each<[string, object, unknown[]]>([
    ...['a/b', 'a?b', 'a#b', 'a b', 'a\tb', 'a\\b', '\u00a0', 'a\u2028b', 'a\n'].map(
      (slug): [string, object, unknown[]] => [`the slug ${JSON.stringify(slug)}`, { slug }, [422, 'slug']],
    ),
    ['a slug of 201 characters', { slug: 'x'.repeat(201) }, [422, 'slug']],
    ['a slug of 200 characters', { slug: 'x'.repeat(200) }, [201]],
    ['a slug of digits', { slug: '17' }, [201]],
    ['a slug in another script', { slug: '関于-мы' }, [201]],
    ['a title of 201 characters', { title: '😀'.repeat(201) }, [422, 'title']],
    ['a title of 200 characters', { title: '😀'.repeat(200) }, [201]],
    ['a list as title', { title: ['a'] }, [422, 'title']],
    ['a number as title', { title: 7 }, [201]],
    ['NUL in the content', { content: 'a\0b' }, [422, 'content']],
    ['an object as content', { content: {} }, [422, 'content']],
    [
      'a word as flag',
      { isHidden: 'yes', isRestricted: [], isHtml: 2 },
      [422, 'isHtml', 'isHidden', 'isRestricted'],
    ],
    ['flags as digits', { isHidden: '1', isRestricted: 0, isHtml: '' }, [201]],
    ['null as flags', { isHidden: null, isRestricted: null, isHtml: null }, [201]],
    ['elements that never end', { content: '<table><tr><td><div><b>', isHtml: true }, [201]],
    [
      'elements without end inside each other',
      { content: '<div>'.repeat(90_000), isHtml: true },
      [422, 'content'],
    ],
    [
      'a position that is none',
      { navigationPosition: -1, navigationIcon: 'x'.repeat(101) },
      [422, 'navigationIcon', 'navigationPosition'],
    ],
    ['no position and icon', { navigationPosition: null, navigationIcon: null }, [201]],
  ])('%s', async (_name, attributes, expected) => {
    const { asAdmin } = await start()
    const answer = await asAdmin.post('/api/pages', document({ ...about, ...attributes }))
    expect(refused(answer).toSorted()).toEqual(expected.toSorted())
    const { body } = await asAdmin.get('/api/pages')
    expect(body.data).toHaveLength(expected[0] === 201 ? 1 : 0)
  })

  test('16 megabytes are too much', async () => {
    const { asAdmin } = await start()
    const content = 'x'.repeat(16 * 1024 * 1024)
    expect((await asAdmin.post('/api/pages', document({ ...about, content }))).status).toBe(413)
    const most = 'a '.repeat(500_000)
    const { status, body } = await asAdmin.post('/api/pages', document({ ...about, content: most }))
    expect([status, body.data?.attributes.content === most]).toEqual([201, true])
  })

  test('a slug is taken once, also at the same instant and in upper case', async () => {
    const { asAdmin, create } = await start()
    const answers = await Promise.all(
      ['about', 'About', 'about', 'ABOUT'].map((slug) =>
        asAdmin.post('/api/pages', document({ ...about, slug })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422])
    expect(answers.map(refused)).toContainEqual([422, 'slug'])
    const { id } = await create({ slug: 'other' })
    expect(refused(await asAdmin.patch(`/api/pages/${id}`, document({ slug: 'aBOUT' })))).toEqual([
      422,
      'slug',
    ])
    expect(refused(await asAdmin.patch(`/api/pages/${id}`, document({ slug: 'OTHER' })))).toEqual([200])
  })

  test('a change writes what is sent and not null, and always the time of the edit', async () => {
    const { forum, asAdmin, create } = await start()
    const { id, attributes } = await create({
      navigationPosition: 3,
      navigationIcon: 'fas fa-train',
      isInFooter: true,
    })
    forum.clock.advance(1.5)
    const patch = async (sent: object) =>
      (await asAdmin.patch(`/api/pages/${id}`, document(sent))).body.data.attributes
    const editTime = '2024-01-01T00:00:01.500000Z'
    expect(await patch({})).toEqual({ ...attributes, editTime })
    expect(await patch({ title: null, slug: null, content: null, isHidden: null })).toEqual({
      ...attributes,
      editTime,
    })
    forum.clock.advance(1)
    const changed = {
      title: 'We',
      navigationPosition: null,
      navigationIcon: '',
      isHidden: true,
      content: '*b*',
    }
    expect(await patch(changed)).toEqual({
      ...attributes,
      ...changed,
      navigationIcon: null,
      contentHtml: '<p><em>b</em></p>\n',
      pageHtml: '<p><em>b</em></p>\n',
      editTime: '2024-01-01T00:00:02.500000Z',
    })
    expect(refused(await asAdmin.patch(`/api/pages/${id}`, document({ title: '', content: ' ' })))).toEqual([
      422,
      'title',
      'content',
    ])
    expect((await asAdmin.get(`/api/pages/${id}`)).body.data.attributes).toMatchObject({ title: 'We' })
    expect((await asAdmin.patch('/api/pages/99', document({}))).status).toBe(404)
  })

  test('a slug that an import has brought stays while it is not changed', async () => {
    const { forum, asAdmin, create } = await start()
    const { id } = await create()
    await forum.current.database.transaction((db) => db.updateTable('pages').set({ slug: 'a b' }).execute())
    expect(refused(await asAdmin.patch(`/api/pages/${id}`, document({ slug: 'a b', title: 'x' })))).toEqual([
      200,
    ])
    expect(refused(await asAdmin.patch(`/api/pages/${id}`, document({ slug: 'a c' })))).toEqual([422, 'slug'])
  })

  test('two administrators who edit at once are told', async () => {
    const { asAdmin, create } = await start()
    const { id } = await create()
    const from = { title: 'About us', content: 'We are.', isHidden: false }
    const save = (sent: object) => asAdmin.patch(`/api/pages/${id}`, document(sent, from))
    expect((await save({ title: 'First', content: 'We are.' })).status).toBe(200)
    const { status, body } = await save({ title: 'Second', content: 'Mine' })
    expect([status, body.errors]).toEqual([
      409,
      [
        expect.objectContaining({
          source: { pointer: '/data/attributes/title' },
          meta: { current: 'First' },
        }),
      ],
    ])
    expect((await asAdmin.get(`/api/pages/${id}`)).body.data.attributes).toMatchObject({
      title: 'First',
      content: 'We are.',
      editTime: expect.any(String),
    })
    expect((await save({ content: 'Mine' })).status).toBe(200)
    const late = await save({ content: 'Other' })
    expect([late.status, late.body.errors]).toEqual([
      409,
      [
        expect.objectContaining({
          source: { pointer: '/data/attributes/content' },
          meta: { current: 'Mine' },
        }),
      ],
    ])
    expect((await asAdmin.patch(`/api/pages/${id}`, document({ title: 'Third' }))).status).toBe(200)
  })

  test('the navigation and the footer have a bounded number of pages', async () => {
    const { forum, asAdmin, create } = await start()
    const full = Array.from({ length: mostLinks }, (_, index) => ({
      ...about,
      slug: `s${index}`,
      time: '2024-01-01T00:00:00.000Z',
      is_in_navigation: true,
    }))
    await forum.current.database.transaction((db) => db.insertInto('pages').values(full).execute())
    expect(refused(await asAdmin.post('/api/pages', document({ ...about, isInNavigation: true })))).toEqual([
      422,
      'isInNavigation',
    ])
    const { id } = await create({ isInFooter: true })
    expect(refused(await asAdmin.patch(`/api/pages/${id}`, document({ isInNavigation: true })))).toEqual([
      422,
      'isInNavigation',
    ])
    expect(refused(await asAdmin.patch('/api/pages/1', document({ isInNavigation: true })))).toEqual([200])
  })

  test('the audit log has what administrators do', async () => {
    const { asAdmin, create } = await start()
    const { id } = await create()
    await asAdmin.patch(`/api/pages/${id}`, document({ title: 'We', isHidden: true }))
    await asAdmin.patch(`/api/pages/${id}`, document({ content: 'New' }))
    await asAdmin.delete(`/api/pages/${id}`)
    const { body } = await asAdmin.get('/api/audit-entries')
    const change = (field: string, label: string, before: unknown, after: unknown) => ({
      field,
      label,
      before,
      after,
    })
    expect(body.data.map(({ attributes: { action, text, changes } }) => [action, text, changes])).toEqual([
      ['page.deleted', 'admin deleted the page “We”', []],
      ['page.changed', 'admin changed the page “We”', []],
      [
        'page.changed',
        'admin changed the page “About us”',
        [change('title', 'Title', 'About us', 'We'), change('isHidden', 'Hidden', false, true)],
      ],
      ['page.created', 'admin created the page “About us”', []],
    ])
  })
})
