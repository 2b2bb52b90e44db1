import { join } from 'node:path'
import {
  admin,
  makeDiscussion,
  onBothDatabases,
  planOf,
  readExtension,
  selectsOf,
  statementsOf,
  type TestForum,
} from '@parley/testing'
import { pageClient, readClientExtensions } from '@parley/testing/page-client'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const extension = await readExtension(folder)
const clientHalves = await readClientExtensions([folder])

/** Stores pages, half of them in the navigation, as an administrator would. */
async function store({ current }: TestForum, count: number, content = 'We are.'): Promise<void> {
  const time = '2024-01-01T00:00:00.000Z'
  const pages = Array.from({ length: count }, (_, index) => {
    const isLinked = index % 2 === 0
    return {
      title: `Page ${index}`,
      slug: `page-${index}`,
      content,
      time,
      is_in_navigation: isLinked,
      is_in_footer: isLinked,
    }
  })
  await current.database.transaction((db) => db.insertInto('pages').values(pages).execute())
  await current.reload()
}

onBothDatabases((open) => {
  const start = async (extensions = [extension]) => {
    const forum = await open({
      extensions,
      client: await pageClient(extensions.length > 0 ? clientHalves : {}),
    })
    const { id } = await makeDiscussion(forum)
    return { forum, id }
  }

  test('other pages take no query for the links to pages', async () => {
    const { forum, id } = await start()
    const without = await start([])
    const statements = async ({ forum, id }: typeof without) => {
      const client = await forum.browserOf(admin.id)
      const counts: number[] = []
      for (const path of ['/all', `/d/${id}`, '/u/admin', '/api']) {
        await client.get(path)
        counts.push((await statementsOf(forum, () => client.get(path))).length)
      }
      return counts
    }
    const expected = await statements(without)
    expect(await statements({ forum, id })).toEqual(expected)
    await store(forum, 40)
    expect((await forum.guest().get('/all')).text).toContain('Page 0')
    expect(await statements({ forum, id })).toEqual(expected)
  })

  test('a page takes as many queries as it has kinds of references, however many pages there are', async () => {
    const { forum } = await start()
    await store(forum, 3)
    const count = async (path: string) => (await selectsOf(forum, path)).length
    const [one, list] = [await count('/api/pages/page-1'), await count('/api/pages?page[limit]=2')]
    await forum.current.database.transaction((db) => db.deleteFrom('pages').execute())
    await store(forum, 200)
    expect(await count('/api/pages/page-1')).toBe(one)
    expect(await count('/api/pages?page[limit]=2')).toBe(list)
  })

  test('lists are read by an index', async () => {
    const { forum } = await start()
    await store(forum, 200)
    for (const [sort, index] of [
      ['', 'pages_edit_time'],
      ['&sort=editTime', 'pages_edit_time'],
      ['&sort=-time', 'pages_time'],
    ]) {
      const select = (await selectsOf(forum, `/api/pages?page[limit]=2${sort}`)).find(({ sql }) =>
        sql.includes('order by'),
      )
      if (!select) throw new Error('there is no list')
      expect(await planOf(forum.current.database, select, { without: ['seqscan', 'sort'] })).toContain(
        `${index}`,
      )
    }
  })

  test('the pages of guests that are kept change with the page and with the links', async () => {
    const { forum } = await start()
    const asAdmin = await forum.as(admin.id)
    const attributes = { title: 'About', slug: 'about', content: '# First', isInFooter: true }
    await asAdmin.post('/api/pages', { data: { type: 'pages', attributes } })
    const read = async (path: string) => (await forum.guest().get(path)).text
    expect(await read('/p/about')).toContain('First')
    expect(await read('/all')).toContain('About')
    await asAdmin.patch('/api/pages/1', {
      data: { type: 'pages', attributes: { title: 'We', content: 'Second' } },
    })
    expect(await read('/p/about')).toContain('Second')
    expect(await read('/all')).not.toContain('About')
    await asAdmin.patch('/api/pages/1', { data: { type: 'pages', attributes: { isHidden: true } } })
    expect((await forum.guest().get('/p/about')).status).toBe(404)
    expect(await read('/all')).not.toContain('"We"')
  })

  test('the longest page is shown whole, also without JavaScript', async () => {
    const { forum } = await start()
    await store(forum, 1, `${'Words. '.repeat(140_000)}The end`)
    const { status, text } = await forum.guest().get('/p/page-0')
    const [body = ''] = text.split('<script type="application/json"')
    expect([status, body.includes('The end</p>')]).toEqual([200, true])
  })

  test('our pages have what is left of raw HTML, and nothing of it can run', async () => {
    const { forum } = await start()
    const content =
      '</div></main><p id="app" onclick="x()">Hi<script>alert(1)</script><iframe src="/"></iframe><b>bold'
    await store(forum, 1, content)
    await forum.current.database.transaction((db) => db.updateTable('pages').set({ is_html: true }).execute())
    const { text, headers } = await forum.guest().get('/p/page-0')
    const [body = ''] = text.split('<script type="application/json"')
    expect(body).toContain('<p id="section-app">Hi<b>bold</b></p>')
    expect(body).not.toMatch(/onclick|alert|iframe/)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
  })
})
