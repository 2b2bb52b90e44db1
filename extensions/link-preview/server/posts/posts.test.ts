import { join } from 'node:path'
import { html } from '@parley/server'
import {
  type ApiClient,
  admin,
  changePost,
  eachTestForum,
  makeDiscussion,
  makePost,
  makeUser,
  onBothDatabases,
  readExtension,
  selectsOf,
  setSettings,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { LinkPreview } from '../../shared.ts'
import { cacheKey, cachePage } from '../cache/store.ts'
import { openSites } from '../fixtures/sites.ts'
import { previewedLinks } from './links.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const setting = (name: string) => `datlechin-link-preview.${name}`
const rel = 'rel="ugc nofollow noopener"'
const escapeHtml = (text: string) => html`${text}`.text

type Previews = Readonly<Record<string, LinkPreview | null>>

const link = (address: string, text = address) =>
  `<p><a href="${escapeHtml(address)}" ${rel}>${escapeHtml(text)}</a></p>`

/** Has a forum keep a page, as if it had read it now. */
async function keep(forum: TestForum, address: string, title: string | null = 'Kept'): Promise<void> {
  const facts = {
    site_name: null,
    title,
    description: null,
    image: '/a.png',
    picture: 'https://a.test/a.png',
    icon: null,
  }
  const page = { facts: title === null ? null : facts, readAt: forum.clock.now() }
  await cachePage(cacheKey(address) ?? '', page, forum.current)
}

async function previewsOf(client: ApiClient, id: number | string): Promise<Previews | 'missing'> {
  const { attributes } = (await client.get(`/api/posts/${id}`)).body.data
  return 'linkPreviews' in attributes ? (attributes.linkPreviews as Previews) : 'missing'
}

/** The post of a new discussion of an administrator. */
async function write(forum: TestForum, content: string): Promise<string> {
  const client = await forum.as(admin)
  const { body } = await startDiscussion(client, { title: 'Links', content })
  return body.included?.find(({ type }) => type === 'posts')?.id ?? ''
}

describe('links with a card', () => {
  const rules = { whitelist: [], blacklist: [], skipsMedia: false }
  const a = 'https://a.test/'

  test.each([
    [link(a), [a]],
    [link(a, 'https://a.test'), [a]],
    [link('https://a.test/x?y=1&z="<', 'https://a.test/x?y=1&z="<'), ['https://a.test/x?y=1&z="<']],
    [`${link(a)}${link('https://b.test/')}${link(a)}`, [a, 'https://b.test/']],
    [`<a title="&gt;" href="${a}" class="x" ${rel}>${a}</a>`, [a]],
    [link(a, 'a.test'), []],
    [link(a, 'https://b.test/'), []],
    [`<a href="${a}">${a}</a>`, []],
    [`<a href="${a}" class="UserMention" ${rel}>@a</a>`, []],
    [`<a href="${a}" ${rel}><img src="/a.png" alt=""></a>`, []],
    [`<a href="${a}" ${rel}>${a}<em>x</em></a>`, []],
    [`<a data-href="${a}" ${rel}>${a}</a>`, []],
    ['<a href="/d/1" rel="x">/d/1</a>', []],
    ['<a href="mailto:a@b.test" rel="x">mailto:a@b.test</a>', []],
    [`<code>&lt;a href="${a}" ${rel}&gt;${a}&lt;/a&gt;</code>`, []],
    [`<abbr href="${a}" ${rel}>${a}</a>`, []],
    ['', []],
  ])('of %s are %j', (text, addresses) => {
    expect(previewedLinks(text, rules)).toEqual(addresses)
  })

  test('are 50 at most, and those of the settings', () => {
    const all = Array.from({ length: 60 }, (_, n) => `https://a.test/${n}`)
    const text = all.map((address) => link(address)).join('')
    expect(previewedLinks(text, rules)).toEqual(all.slice(0, 50))
    expect(previewedLinks(text, { ...rules, blacklist: ['/1'] })).toHaveLength(49)
    expect(previewedLinks(text, { ...rules, whitelist: ['/59'] })).toEqual(['https://a.test/59'])
    const picture = link('https://a.test/a.png')
    expect(previewedLinks(picture, rules)).toHaveLength(1)
    expect(previewedLinks(picture, { ...rules, skipsMedia: true })).toEqual([])
  })

  test('are found in linear time', () => {
    const text = `${'<a '.repeat(200_000)}${'<a rel="x" href="https://a.test/">'.repeat(50_000)}${'x'.repeat(500_000)}`
    expect(previewedLinks(text, rules)).toEqual([])
  })
})

eachTestForum((open) => {
  test('a comment has the previews that the forum knows, by the address in its HTML', async () => {
    const forum = await open({ extensions: [extension] })
    await keep(forum, 'http://known.test/?a=1&b=2#x')
    await keep(forum, 'https://failed.test/', null)
    const post = await write(
      forum,
      'https://known.test/?a=1&b=2\n\nhttps://new.test/Käse\n\nhttps://failed.test\n\n[named](https://known.test/)',
    )
    const guest = forum.guest()
    const { contentHtml, linkPreviews } = (await guest.get(`/api/posts/${post}`)).body.data.attributes
    expect(linkPreviews).toEqual({
      'https://known.test/?a=1&b=2': {
        site_name: null,
        title: 'Kept',
        description: null,
        image: '/a.png',
        accessed: +forum.clock.now() / 1000,
        picture: expect.stringMatching(/^\/api\/link-preview-pictures\/picture\?./),
        icon: null,
      },
      'https://new.test/K%C3%A4se': null,
      'https://failed.test': null,
    })
    for (const address of Object.keys(linkPreviews as object))
      expect(contentHtml).toContain(`href="${escapeHtml(address)}"`)
    forum.clock.advance(3600)
    expect(Object.values((await previewsOf(guest, post)) as Previews)).toEqual([null, null, null])
  })

  test('it follows the text and the settings, and comments without such links lack it', async () => {
    const forum = await open({ extensions: [extension] })
    const asAdmin = await forum.as(admin)
    const guest = forum.guest()
    const post = await write(forum, 'Nothing to see')
    expect(await previewsOf(guest, post)).toBe('missing')
    await changePost(asAdmin, post, { content: 'https://a.test/a.png and https://b.test' })
    const both = { 'https://a.test/a.png': null, 'https://b.test': null }
    expect(await previewsOf(guest, post)).toEqual(both)
    await setSettings(forum, { [setting('convert_media_urls')]: '1' })
    expect(await previewsOf(guest, post)).toEqual({ 'https://b.test': null })
    await setSettings(forum, { [setting('blacklist')]: 'B.TEST' })
    expect(await previewsOf(guest, post)).toBe('missing')
    await setSettings(forum, {
      [setting('blacklist')]: '',
      [setting('whitelist')]: 'a.test',
      [setting('convert_media_urls')]: '0',
    })
    expect(await previewsOf(guest, post)).toEqual({ 'https://a.test/a.png': null })
  })

  test('HTML of another version of the markup is made again', async () => {
    const forum = await open({ extensions: [extension] })
    const old = { content_html: '<p>old</p>', markup_version: 'old' }
    const { first_post_id } = await makeDiscussion(forum, { posts: [{ content: 'https://a.test/', ...old }] })
    expect(await previewsOf(forum.guest(), first_post_id ?? 0)).toEqual({ 'https://a.test/': null })
  })

  test('a comment that is too long for a list has it, too, and an event has none', async () => {
    const forum = await open({ extensions: [extension] })
    await keep(forum, 'https://a.test/')
    const post = await write(forum, `https://a.test/ ${'long text '.repeat(2000)}`)
    const { body } = await forum.guest().get('/api/posts')
    const attributes = body.data.find(({ id }) => id === post)?.attributes
    expect(attributes?.linkPreviews).toMatchObject({ 'https://a.test/': { title: 'Kept' } })
    const { id } = await makePost(forum, 1, {
      type: 'discussionRenamed',
      content: '["a","https://a.test/"]',
      user_id: 1,
    })
    expect(await previewsOf(forum.guest(), id)).toBe('missing')
  })

  test('a list looks 500 addresses up, and leaves the others to browsers', async () => {
    const forum = await open({ extensions: [extension] })
    const links = Array.from({ length: 600 }, (_, n) => `https://a.test/${n}`)
    for (const address of [links[499], links[500]]) await keep(forum, address ?? '')
    const posts = Array.from({ length: 20 }, (_, n) => ({
      content: 'links',
      content_html: links
        .slice(n * 30, n * 30 + 30)
        .map((address) => link(address))
        .join(''),
    }))
    const { id } = await makeDiscussion(forum, { posts })
    const { data } = (await forum.guest().get(`/api/posts?filter[discussion]=${id}&page[limit]=20`)).body
    const shown = new Map(
      data.flatMap(({ attributes }) => Object.entries(attributes.linkPreviews as Previews)),
    )
    expect([shown.size, shown.get(links[499] ?? '')?.title, shown.get(links[500] ?? '')]).toEqual([
      600,
      'Kept',
      null,
    ])
  })

  test('it says nothing while the network is closed', async () => {
    const network = {
      isOff: true,
      lookup: () => Promise.reject(new Error('off')),
      isPublic: () => false,
    } as const
    const forum = await open({ extensions: [extension], network })
    await keep(forum, 'https://a.test/')
    expect(await previewsOf(forum.guest(), await write(forum, 'https://a.test/'))).toBe('missing')
  })
})

onBothDatabases((open) => {
  test('a page of posts takes one query for its links, and none without any or with a closed network', async () => {
    const links = Array.from({ length: 200 }, (_, n) => `https://a.test/${n}`)
    const posts = Array.from({ length: 20 }, (_, n) => ({
      content: 'links',
      content_html: links
        .slice(n * 10, n * 10 + 10)
        .map((address) => link(address))
        .join(''),
    }))
    const isOff = {
      isOff: true,
      lookup: () => Promise.reject(new Error('off')),
      isPublic: () => false,
    } as const
    const ask = async (forum: TestForum, stored: readonly object[]) => {
      const { id } = await makeDiscussion(forum, { posts: stored })
      const path = `/api/posts?filter[discussion]=${id}&page[limit]=20`
      return { path, queries: (await selectsOf(forum, path)).map(({ sql }) => sql) }
    }
    const [plain, extended, closed] = [
      await open(),
      await open({ extensions: [extension] }),
      await open({ extensions: [extension], network: isOff }),
    ]
    const none = (await ask(plain, posts)).queries.length
    await keep(extended, 'https://a.test/150')
    const { path, queries } = await ask(extended, posts)
    expect(queries).toHaveLength(none + 1)
    expect(queries.filter((sql) => sql.includes('link_previews'))).toHaveLength(1)
    const { data } = (await extended.guest().get(path)).body
    const shown = data.flatMap(({ attributes }) => Object.entries(attributes.linkPreviews as Previews))
    expect(shown.map(([address]) => address)).toEqual(links)
    expect(shown.filter(([, preview]) => preview).map(([address]) => address)).toEqual(['https://a.test/150'])
    expect(
      (
        await ask(
          extended,
          Array.from({ length: 20 }, () => ({})),
        )
      ).queries,
    ).toHaveLength(none)
    expect((await ask(closed, posts)).queries).toHaveLength(none)
  })

  test('readers who do not see a post do not see its links', async () => {
    const sites = await openSites()
    onTestFinished(sites.close)
    const forum = await open({ extensions: [extension], network: sites.network })
    const asAdmin = await forum.as(admin)
    const asOther = await forum.as(await makeUser(forum))
    const post = await write(forum, 'First')
    const { id } = await makePost(forum, 1, {
      content: 'x',
      content_html: link('https://a.test/'),
      user_id: 1,
    })
    await changePost(asAdmin, id, { isHidden: true })
    for (const client of [forum.guest(), asOther]) {
      expect((await client.get(`/api/posts/${id}`)).status).toBe(404)
      expect((await client.get('/api/posts')).text).not.toContain('a.test')
    }
    expect(await previewsOf(asAdmin, id)).toEqual({ 'https://a.test/': null })
    expect(await previewsOf(asAdmin, post)).toBe('missing')
  })
})
