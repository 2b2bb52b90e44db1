import { eachTestForum, grant, makeDiscussion } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { isVisible } from '../../engine/jsonapi/rows.ts'
import { highestId } from '../../infrastructure/db/highest-id.ts'
import { notFound } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import { defineExtension } from '../extension.ts'
import { combineFeeds, type FeedSource } from './feeds.ts'
import { combineSitemap, type SitemapSource } from './sitemap.ts'

/** Up to `limit` discussions that the actor may see, with ids from `after` up to `last`. */
const visibleDiscussions = ({ db, ...context }: Context, { after = 0, last = 1e9, limit = 20 }) =>
  db
    .selectFrom('discussions')
    .select(['discussions.id', 'discussions.title', 'discussions.created_at'])
    .where('discussions.id', '>', after)
    .where('discussions.id', '<=', last)
    .where(isVisible({ ...context, db }, 'discussions'))
    .orderBy('discussions.id')
    .limit(limit)
    .execute()

const summaries: SitemapSource = {
  highest: ({ db }) => highestId(db, 'discussions'),
  async pages(context, range) {
    const rows = await visibleDiscussions(context, range)
    return {
      pages: rows.map(({ id }) => ({ path: `/summaries/${id}` })),
      lastId: rows.length < range.limit ? undefined : rows.at(-1)?.id,
    }
  },
}

const titles: FeedSource = {
  summary: 'Show the feed of titles',
  exists: (_context, { kind }) => kind !== 'secret',
  async read(context, { kind }) {
    if (kind === 'none') throw notFound()
    const rows = await visibleDiscussions(context, {})
    return {
      path: '/atom/titles/all',
      pagePath: '/summaries',
      title: 'Titles <all>',
      entries: rows.map(({ id, title, created_at }) => ({
        id: `summary-${id}`,
        url: `/summaries/${id}`,
        title,
        author: { name: 'Parley' },
        published: created_at,
      })),
    }
  },
}

const summarizing = {
  id: 'summarizing',
  title: 'Summarizing',
  version: '1.0.0',
  declaration: defineExtension({ sitemap: { summaries }, feeds: { '/atom/titles/:kind': titles } }),
}

const titlesIn = (text: string) => [...text.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)

eachTestForum((open) => {
  test('the sitemap has the pages of an extension that guests may see', async () => {
    const forum = await open({ extensions: [summarizing] })
    await makeDiscussion(forum, { title: 'Shown' })
    await makeDiscussion(forum, { title: 'Private', is_private: true })
    const guest = forum.guest()
    const index = (await guest.get('/sitemap.xml')).text
    expect(index).toContain('http://localhost/sitemap-discussions-1.xml')
    expect(index).toContain('http://localhost/sitemap-summaries-1.xml')
    const { text } = await guest.get('/sitemap-summaries-1.xml')
    expect([...text.matchAll(/<loc>([^<]*)</g)].map(([, location]) => location)).toEqual([
      'http://localhost/summaries/1',
    ])
    await forum.setEnabled([])
    expect((await guest.get('/sitemap-summaries-1.xml')).status).toBe(404)
    expect((await guest.get('/sitemap.xml')).text).not.toContain('summaries')
  })

  test('a feed of an extension has what guests may see, for every reader', async () => {
    const forum = await open({ extensions: [summarizing] })
    await makeDiscussion(forum, { title: 'Shown' })
    await makeDiscussion(forum, { title: 'Private', is_private: true })
    for (const client of [forum.guest(), await forum.as(1)]) {
      const { status, headers, text } = await client.get('/atom/titles/all')
      expect({ status, contentType: headers['content-type'], titles: titlesIn(text) }).toEqual({
        status: 200,
        contentType: 'application/atom+xml; charset=utf-8',
        titles: ['Titles &lt;all&gt;', 'Shown'],
      })
    }
    for (const kind of ['none', 'secret'])
      expect((await forum.guest().get(`/atom/titles/${kind}`)).status).toBe(404)
    await grant(forum, 'viewForum', [])
    expect((await (await forum.as(1)).get('/atom/titles/all')).status).toBe(404)
    await forum.setEnabled([])
    await grant(forum, 'viewForum', [2])
    expect((await forum.guest().get('/atom/titles/all')).status).toBe(404)
    expect((await forum.guest().get('/atom')).status).toBe(200)
  })
})

test('misuse of sitemap and feeds names the owner and the section', () => {
  const sitemap = (...sections: Record<string, SitemapSource>[]) =>
    combineSitemap(sections.map((section, index) => ({ owner: `owner${index}`, section })))
  const feeds = (...sections: Record<string, FeedSource>[]) =>
    combineFeeds(sections.map((section, index) => ({ owner: `owner${index}`, section })))
  expect([...sitemap({ summaries }).keys()]).toEqual(['summaries'])
  expectFault('owner0', 'sitemap › a-b', 'has a name of other characters than a to z', () =>
    sitemap({ 'a-b': summaries }),
  )
  expectFault('owner1', 'sitemap › a', 'already declared by owner0', () =>
    sitemap({ a: summaries }, { a: summaries }),
  )
  expectFault('owner0', 'sitemap › a', 'has no highest or no pages', () =>
    sitemap({ a: {} as SitemapSource }),
  )
  expectFault('owner0', 'feeds › /feed', "is not below '/atom'", () => feeds({ '/feed': titles }))
  expectFault('owner0', 'feeds › /atom/a', 'has no read', () => feeds({ '/atom/a': {} as FeedSource }))
  expectFault('owner0', 'feeds › /atom/a', 'has an exists that is no function', () =>
    feeds({ '/atom/a': { ...titles, exists: true } as unknown as FeedSource }),
  )
  expectFault('owner1', 'feeds › /atom/a', 'already declared by owner0', () =>
    feeds({ '/atom/a': titles }, { '/atom/a': titles }),
  )
})
