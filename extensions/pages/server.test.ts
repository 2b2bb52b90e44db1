import {
  type ApiClient,
  admin,
  describeExtension,
  makeUser,
  onBothDatabases,
  readExtension,
} from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)

describeExtension(import.meta.dirname)

const document = (attributes: object) => ({ data: { type: 'pages', attributes } })
const about = { title: 'About us', slug: 'about', content: '# About\n\nWe *are*.' }

async function create(client: ApiClient, attributes: object = {}) {
  const { status, body } = await client.post('/api/pages', document({ ...about, ...attributes }))
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data
}

onBothDatabases((open) => {
  const start = async () => {
    const forum = await open({ extensions: [extension] })
    return { forum, asAdmin: await forum.as(admin.id) }
  }

  test('an administrator creates a page, and everyone reads it', async () => {
    const { forum, asAdmin } = await start()
    const made = await create(asAdmin)
    expect(made).toEqual({
      type: 'pages',
      id: '1',
      attributes: {
        id: 1,
        title: 'About us',
        slug: 'about',
        time: '2024-01-01T00:00:00.000000Z',
        editTime: null,
        contentHtml: '<h2>About</h2>\n<p>We <em>are</em>.</p>\n',
        pageHtml:
          '<h2 id="section-about"><a class="pages-anchor" href="#section-about">About</a></h2>\n<p>We <em>are</em>.</p>\n',
        content: about.content,
        isHtml: false,
        isHidden: false,
        isRestricted: false,
        isInNavigation: false,
        navigationIcon: null,
        navigationPosition: null,
        isInFooter: false,
      },
    })
    for (const name of ['1', '1-about', '1-other', 'about', 'ABOUT']) {
      const { status, body } = await forum.guest().get(`/api/pages/${name}`)
      expect([name, status]).toEqual([name, 200])
      const { content: _, isHidden: _h, isRestricted: _r, ...open } = made.attributes
      expect(body.data.attributes).toEqual(open)
    }
    for (const name of ['2', 'abou', '1about', '0', '2-about', '9'.repeat(30), '-1', '1.0'])
      expect([name, (await forum.guest().get(`/api/pages/${name}`)).status]).toEqual([name, 404])
  })

  test('digits name an id first, then a slug', async () => {
    const { forum, asAdmin } = await start()
    await create(asAdmin, { slug: '2-two' })
    await create(asAdmin, { slug: '2024' })
    await create(asAdmin, { slug: '1' })
    const named = async (name: string) => (await forum.guest().get(`/api/pages/${name}`)).body.data?.id
    expect(await named('2-two')).toBe('2')
    expect(await named('2024')).toBe('2')
    expect(await named('1')).toBe('1')
    expect(await named('3-1')).toBe('3')
  })

  test('raw HTML comes back as typed, and our page shows what is left of it', async () => {
    const { forum, asAdmin } = await start()
    const content = '<h2 onclick="x()">Hi</h2>\r\n<script>alert(1)</script><p>:) @admin'
    const { id } = await create(asAdmin, { content, isHtml: true })
    const read = async () => (await forum.guest().get(`/api/pages/${id}`)).body.data.attributes
    const clean =
      '<h2 id="section-hi"><a class="pages-anchor" href="#section-hi">Hi</a></h2>\n<p>:) @admin</p>'
    expect(await read()).toMatchObject({ contentHtml: content, pageHtml: clean, isHtml: true })
    const { body } = await asAdmin.patch(`/api/pages/${id}`, document({ isHtml: false }))
    expect(body.data.attributes).toMatchObject({ content, isHtml: false })
    expect(String(body.data.attributes.contentHtml)).toContain('&lt;script&gt;')
    expect(await asAdmin.patch(`/api/pages/${id}`, document({ isHtml: true }))).toMatchObject({
      body: { data: { attributes: { contentHtml: content, pageHtml: clean } } },
    })
  })

  test('HTML that other code has made is made again', async () => {
    const { forum, asAdmin } = await start()
    await create(asAdmin)
    await create(asAdmin, { slug: 'html', content: '<b>b</b>', isHtml: true })
    await create(asAdmin, { slug: 'deep', content: '<b>b</b>', isHtml: true })
    await forum.current.database.transaction(async (db) => {
      await db.updateTable('pages').set({ content_html: 'old', html_version: 'old' }).execute()
      const content = '<i>'.repeat(10) + '<div>'.repeat(300)
      await db.updateTable('pages').set({ content }).where('slug', '=', 'deep').execute()
    })
    const read = async (slug: string) => (await forum.guest().get(`/api/pages/${slug}`)).body.data.attributes
    expect(await read('about')).toMatchObject({ contentHtml: '<h2>About</h2>\n<p>We <em>are</em>.</p>\n' })
    expect(await read('html')).toMatchObject({ contentHtml: '<b>b</b>', pageHtml: '<b>b</b>' })
    expect((await read('deep')).pageHtml).toMatch(/^This .* displayed/)
  })

  test('the list has pages by the time of their edit or creation, and no search', async () => {
    const { forum, asAdmin } = await start()
    for (const slug of ['a', 'b', 'c', 'd']) {
      await create(asAdmin, { slug, isHidden: slug === 'd', content: slug.repeat(6000) })
      forum.clock.advance(60)
    }
    for (const id of [1, 3]) {
      await asAdmin.patch(`/api/pages/${id}`, document({}))
      forum.clock.advance(60)
    }
    const ids = async (query: string, client: ApiClient = forum.guest()) =>
      (await client.get(`/api/pages${query}`)).body.data.map(({ id }: { id: string }) => id).join('')
    expect(await ids('')).toBe('312')
    expect(await ids('?filter[q]=zzz')).toBe('312')
    expect(await ids('', asAdmin)).toBe('3142')
    expect(await ids('?sort=-time', asAdmin)).toBe('4321')
    expect(await ids('?sort=time')).toBe('123')
    expect(await ids('?sort=editTime')).toBe('213')
    expect(await ids('?sort=-time&page[limit]=2&page[offset]=1')).toBe('21')
    const { body } = await forum.guest().get('/api/pages?page[limit]=1')
    expect(body.links?.next).toContain('page%5Boffset%5D=1')
    expect(body.data[0]?.attributes.contentHtml).toBe(`<p>${'c'.repeat(6000)}</p>\n`)
    expect((await forum.guest().get('/api/pages?sort=title')).status).toBe(400)
  })

  test('only administrators write, and others do not learn of hidden pages', async () => {
    const { forum, asAdmin } = await start()
    await create(asAdmin)
    await create(asAdmin, { slug: 'secret', isHidden: true })
    const member = await forum.as(await makeUser(forum))
    const statuses = async (id: number) => [
      (await member.post('/api/pages', document({}))).status,
      (await member.patch(`/api/pages/${id}`, document({}))).status,
      (await member.delete(`/api/pages/${id}`)).status,
    ]
    expect(await statuses(1)).toEqual([403, 403, 403])
    expect(await statuses(2)).toEqual([403, 404, 404])
    expect((await asAdmin.get('/api/pages/1')).body.data.attributes.editTime).toBeNull()
  })

  test('pages are read without the permission to see the forum', async () => {
    const { forum, asAdmin } = await start()
    await create(asAdmin)
    await asAdmin.post('/api/permission', { permission: 'viewForum', groupIds: [] })
    expect((await forum.guest().get('/api/pages/about')).status).toBe(200)
  })
})
