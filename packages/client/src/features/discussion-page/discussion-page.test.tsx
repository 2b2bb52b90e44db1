import { messages } from 'virtual:parley-messages'
import type { BootData, ResourceObject } from '@parley/shared'
import { expect, test } from 'vitest'
import { createRenderer } from '../../app/entry-server.tsx'
import { discussionRequests } from './requests.ts'

const renderer = await createRenderer({ extensions: {}, messages })

const mira = {
  type: 'users',
  id: '1',
  attributes: { username: 'mira', displayName: 'Mira <i>', avatarUrl: null, slug: 'mira' },
}

function post(number: number, attributes: object = {}, user = true): ResourceObject {
  return {
    type: 'posts',
    id: String(100 + number),
    attributes: {
      number,
      createdAt: '2026-01-01T00:00:00+00:00',
      contentType: 'comment',
      contentHtml: `<p>Text ${number}</p>`,
      ...attributes,
    },
    relationships: {
      discussion: { data: { type: 'discussions', id: '7' } },
      ...(user && { user: { data: { type: 'users', id: '1' } } }),
    },
  }
}

function boot(viewer?: object): BootData {
  const attributes = {
    title: 'Slow Rail',
    basePath: '',
    baseUrl: 'http://x',
    apiUrl: 'http://x/api',
    logoUrl: null,
  }
  return {
    locale: 'en',
    locales: { en: 'English' },
    resources: [
      { type: 'forums', id: '1', attributes },
      ...(viewer ? [{ ...mira, attributes: { ...mira.attributes, ...viewer } }] : []),
    ],
    session: { userId: viewer ? 1 : 0, csrfToken: '' },
    documents: {},
    url: '',
    extensions: [],
    now: '2026-01-31T08:00:00.000Z',
  }
}

interface PageOptions {
  url?: string
  posts: ResourceObject[]
  discussion?: object
  links?: object
  meta?: object
  viewer?: object
}

const first = 'http://localhost/api/posts?filter%5Bdiscussion%5D=7'
const offset = (rows: number) => `${first}&page%5Boffset%5D=${rows}`

function renderPage({
  url = '/d/7-night-trains',
  posts,
  discussion = {},
  links = {},
  meta,
  viewer,
}: PageOptions) {
  const { requests, render } = renderer.open(url, boot(viewer))
  const [first = '', second = ''] = requests
  const documents = {
    [first]: {
      data: {
        type: 'discussions',
        id: '7',
        attributes: {
          title: 'Night trains & <b>',
          slug: '7-night-trains',
          commentCount: 86,
          lastPostNumber: 86,
          createdAt: '2026-01-01T00:00:00+00:00',
          lastPostedAt: '2026-01-30T00:00:00+00:00',
          canReply: false,
          ...discussion,
        },
        relationships: { user: { data: { type: 'users', id: '1' } } },
      },
      included: [mira],
    },
    [second]: { links: { first, ...links }, data: posts, included: [mira], meta },
  }
  const page = render(documents)
  return { ...page, html: page.html.replaceAll('<!-- -->', '') }
}

test('guests read the posts, and need to log in for a reply', () => {
  const { html, title, canonical, next, prev } = renderPage({
    posts: [post(1), post(2, {}, false)],
    links: { next: offset(20) },
  })
  expect(title).toBe('Night trains & <b> - Slow Rail')
  expect({ canonical, next, prev }).toEqual({
    canonical: '/d/7-night-trains',
    next: '/d/7-night-trains?page=2',
    prev: undefined,
  })
  expect(html).toContain('<h1><bdi>Night trains &amp; &lt;b&gt;</bdi></h1>')
  expect(html).toContain('<div class="Prose Post-body" dir="auto"><p>Text 1</p></div>')
  expect(html).toContain('Mira &lt;i&gt;')
  expect(html).toContain('[deleted]')
  expect(html).toContain('href="/d/7-night-trains/reply"')
  expect(html).toContain('Log in to reply')
  expect(html).not.toContain('Actions for this post')
  expect(html).toMatch(/<a[^>]*href="\/d\/7-night-trains\?page=2"[^>]*>.*?Load later posts/)
})

test('pages in the middle link to both neighbours', () => {
  for (const url of ['/d/7-night-trains/71', '/d/7-night-trains?page=4']) {
    const links = { prev: offset(40), next: offset(80) }
    const page = renderPage({ url, posts: [post(70), post(71)], links })
    expect(page).toMatchObject({ prev: '/d/7-night-trains?page=3', next: '/d/7-night-trains?page=5' })
    expect(page.html).toContain('Load earlier posts')
  }
  // Posts 11 to 30, or 6 to 25: the next page starts with posts that were not shown, whatever the address names.
  const near = (number: number, links: object) =>
    renderPage({ url: `/d/7-night-trains/${number}`, posts: [post(number)], links })
  expect(near(20, { prev: first, next: offset(30) })).toMatchObject({
    prev: '/d/7-night-trains',
    next: '/d/7-night-trains?page=2',
  })
  expect(near(26, { prev: offset(5), next: offset(45) })).toMatchObject({
    prev: '/d/7-night-trains?page=2',
    next: '/d/7-night-trains?page=3',
  })
  // After the end.
  const afterEnd = renderPage({ url: '/d/7-night-trains?page=99', posts: [], links: { prev: offset(1940) } })
  expect({ prev: afterEnd.prev, next: afterEnd.next }).toEqual({
    prev: '/d/7-night-trains?page=5',
    next: undefined,
  })
})

test('posts beyond the size of a page are excerpts without scripts', () => {
  const texts = {
    earlier: [post(19, { contentHtml: '<p>Cut 19</p>' })],
    later: [post(21, { isHidden: true })],
  }
  const links = { first, prev: first, next: offset(40) }
  const meta = { excerpts: { ...texts, links: { first, next: offset(30) } } }
  const { html, prev, next } = renderPage({ url: '/d/7-night-trains/20', posts: [post(20)], links, meta })
  expect({ prev, next }).toEqual({ prev: undefined, next: '/d/7-night-trains?page=2' })
  const [before, after] = [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, inside = '']) => inside)
  expect(before).toContain('<p>Cut 19</p>')
  expect(before).toContain('<a href="/d/7-night-trains/19">Read post #19 in full</a>')
  expect(before).toContain('Mira &lt;i&gt;')
  expect(after).toContain('<a href="/d/7-night-trains/21">#21</a>')
  expect(after).not.toContain('Text 21')
})

test('says why the viewer cannot reply', () => {
  const { html } = renderPage({ posts: [post(1)], viewer: {} })
  expect(html.match(/<span>You don’t have permission to reply to this discussion\.<\/span>/g)).toHaveLength(2)
  expect(html).not.toContain('ReplyPlaceholder-box')
  expect(renderPage({ posts: [post(1)], viewer: {}, discussion: { canReply: true } }).html).toContain(
    'Write a reply',
  )
})

test('a post that failed to render is explained to its author and to users who may edit it', () => {
  const broken = { renderFailed: true, contentHtml: 'broken' }
  const mine = renderPage({ posts: [post(1, broken)], viewer: {} }).html
  expect(mine).toContain('The text is safe')
  expect(mine).not.toContain('>Edit</button>')
  const others = renderPage({ posts: [post(1, broken, false)], viewer: {} }).html
  expect(others).toContain('This post couldn’t be displayed.')
  expect(others).not.toContain('The text is safe')
  const moderated = renderPage({ posts: [post(1, { ...broken, canEdit: true }, false)], viewer: {} }).html
  expect(moderated).toContain('The text is safe')
  expect(moderated).toMatch(/<div class="Post-notice">.*Edit<\/button>/)
})

test('adds localized labels to stored HTML', () => {
  const contentHtml =
    '<details class="spoiler">\n<p>&lt;details class="spoiler"&gt;</p>\n</details>\n' +
    '<div class="Prose-table" tabindex="0" role="region">\n<table></table>\n</div>\n'
  const { html } = renderPage({ posts: [post(1, { contentHtml })] })
  expect(html).toContain(
    '<details class="spoiler"><summary>Spoiler</summary>\n<p>&lt;details class="spoiler"',
  )
  expect(html).toContain('<div class="Prose-table" tabindex="0" role="group" aria-label="Table">')
})

test('collapses hidden posts, marks failed ones, omits unknown content types', () => {
  const { html } = renderPage({
    posts: [
      post(1, { isHidden: true, hiddenAt: '2026-01-02T00:00:00+00:00' }),
      post(2, { renderFailed: true, contentHtml: 'broken' }),
      post(3, { contentType: 'somethingElse', content: 1 }),
      post(4, { contentType: 'discussionRenamed', content: ['Old', 'New'] }),
    ],
  })
  expect(html).not.toContain('Text 1')
  expect(html).toContain('aria-expanded="false"')
  expect(html).toContain('This post couldn’t be displayed.')
  expect(html).not.toContain('broken')
  expect(html).not.toContain('data-number="3"')
  expect(html).toContain('<s>Old</s> to <b data-tooltip="Previous title: Old">New</b>')
})

test('event posts have a menu for users who may delete them', () => {
  const event = { contentType: 'discussionRenamed', content: ['Old', 'New'] }
  const menuOf = (attributes: object, viewer?: object) =>
    renderPage({ posts: [post(1), post(2, { ...event, ...attributes })], viewer }).html.match(
      /<article class="EventPost".*?<\/article>/s,
    )?.[0] ?? ''
  const menu = menuOf({ canDelete: true, canEdit: true, canHide: true }, {})
  expect(menu).toContain('Actions for this post')
  expect(menu.match(/role="menuitem"/g)).toHaveLength(1)
  expect(menu).toContain('Delete forever')
  expect(menuOf({}, {})).not.toContain('role="menuitem"')
  expect(menuOf({ canDelete: true })).not.toContain('Actions for this post')
})

test('marks the first unread post for returning readers, and long pauses', () => {
  const posts = [post(80), post(81), post(82, { createdAt: '2026-01-12T00:00:00+00:00' })]
  const { html } = renderPage({ posts, viewer: {}, discussion: { lastReadPostNumber: 81 } })
  expect(html).toMatch(/11 days later.*5 new posts.*data-number="82"/)
  expect(renderPage({ posts, discussion: { lastReadPostNumber: 81 } }).html).not.toContain('UnreadMark')
  const lateUnread = [{ number: 81, shownAt: '2026-02-02T00:00:00+00:00' }]
  const viewer = { markedAllAsReadAt: '2026-02-01T00:00:00+00:00' }
  expect(renderPage({ posts, viewer, discussion: { lateUnread } }).html).toMatch(
    /data-number="80".*1 new post<.*data-number="81"/,
  )
})

test('the end of the scrubber shows what is new there, not what was approved late', () => {
  const posts = [post(80), post(81), post(82)]
  const lateUnread = [{ number: 81, shownAt: '2026-01-12T00:00:00+00:00' }]
  const newAt = (lastReadPostNumber: number) => {
    const discussion = { lastReadPostNumber, lateUnread, lastPostNumber: 86 }
    return /--new:([\d.]+)/.exec(renderPage({ posts, viewer: {}, discussion }).html)?.[1]
  }
  expect(newAt(86)).toBe('0')
  expect(newAt(43)).toBe('0.5')
})

test('a page requests the discussion and its posts', () => {
  const { requests } = renderer.open('/d/7-night-trains/71', boot())
  expect(requests).toEqual(
    discussionRequests(
      {
        path: '',
        url: '',
        query: new URLSearchParams(),
        params: { id: '7-night-trains', near: '71' },
      },
      { includes: new Map() },
    ),
  )
})

test('the scrubber counts up to the last comment, whatever happened after it', () => {
  const renamed = { contentType: 'discussionRenamed', content: ['Trains', 'Night trains'] }
  const posts = [post(1), post(2), post(3, renamed), post(4, renamed)]
  const { html } = renderPage({ posts, discussion: { commentCount: 2, lastPostNumber: 2 } })
  expect(html).toContain('aria-valuetext="#1 of 2, January 2026"')
  expect(html).toContain('aria-valuemax="2"')
  // Positions are numbers of posts, as in addresses and in the field to go to one; they are no count of comments.
  const between = [post(1), post(2, renamed), post(3), post(4, renamed), post(5), post(6, renamed)]
  for (const [near, index] of [
    [3, 3],
    [4, 4],
    [5, 5],
    [6, 5],
  ] as const) {
    const url = `/d/7-night-trains/${near}`
    const page = renderPage({ url, posts: between, discussion: { commentCount: 3, lastPostNumber: 5 } })
    expect(page.html).toContain(`aria-valuetext="#${index} of 5, January 2026"`)
  }
  const many = renderPage({ posts, discussion: { commentCount: 1200, lastPostNumber: 1200 } })
  expect(many.html).toContain('aria-valuetext="#1 of 1,200, January 2026"')
  const alone = renderPage({ posts, discussion: { commentCount: 1, lastPostNumber: 1 } })
  expect(alone.html).not.toContain('role="slider"')
})
