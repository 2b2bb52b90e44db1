import { messages } from 'virtual:parley-messages'
import type {
  BootData,
  CollectionDocument,
  Discussion,
  Identifier,
  ListTotals,
  ResourceObject,
} from '@parley/shared'
import { expect, test } from 'vitest'
import { createRenderer } from '../../../app/entry-server.tsx'

const ann: ResourceObject = user('1', 'Ann')
const bob: ResourceObject = user('2', 'Bob')

function user(id: string, displayName: string): ResourceObject {
  const slug = displayName.toLowerCase()
  return { type: 'users', id, attributes: { username: slug, displayName, slug, avatarUrl: null } }
}

const forum = {
  type: 'forums',
  id: '1',
  attributes: {
    title: 'Slow Rail',
    description: null,
    basePath: '/forum',
    baseUrl: 'https://example.org/forum',
    apiUrl: 'https://example.org/forum/api',
    allowSignUp: true,
    canViewForum: true,
    canStartDiscussion: true,
    defaultRoute: '/all',
    logoUrl: null,
    welcomeTitle: 'Welcome aboard',
    welcomeMessage: 'Look around.',
  },
}

function boot(userId: number, viewer: object, canStartDiscussion: boolean): BootData {
  const forumResource = { ...forum, attributes: { ...forum.attributes, canStartDiscussion } }
  const reader = { ...ann, attributes: { ...ann.attributes, ...viewer } }
  return {
    locale: 'en',
    locales: { en: 'English' },
    resources: userId === 0 ? [forumResource] : [forumResource, reader],
    session: { userId, csrfToken: '' },
    documents: {},
    url: '/forum/',
    extensions: [],
    now: '2026-01-31T08:00:00.000Z',
  }
}

function discussion(attributes: Partial<Discussion>, users: Record<string, Identifier> = {}): ResourceObject {
  const texts = { title: 'Night trains', slug: '12-night-trains', lastPostedAt: '2026-01-31T07:00:00+00:00' }
  const counts = { commentCount: 5, lastPostNumber: 5, createdAt: '2026-01-30T07:00:00+00:00' }
  const relationships = Object.fromEntries(Object.entries(users).map(([name, data]) => [name, { data }]))
  return { type: 'discussions', id: '12', attributes: { ...texts, ...counts, ...attributes }, relationships }
}

const bothUsers = { user: { type: 'users', id: '1' }, lastPostedUser: { type: 'users', id: '2' } }

interface RenderOptions {
  userId?: number
  url?: string
  next?: string
  viewer?: object
  canStart?: boolean
  shownForum?: Omit<typeof forum, 'attributes'> & { attributes: object }
  included?: ResourceObject[]
  totals?: ListTotals
}

async function renderIndex(data: ResourceObject[], options: RenderOptions = {}) {
  const { userId = 0, url = '/forum/', next, viewer = {}, canStart = true } = options
  const { shownForum, included = [], totals } = options
  const renderer = await createRenderer({ extensions: {}, messages })
  const booted = boot(userId, viewer, canStart)
  if (shownForum) booted.resources[0] = shownForum
  const { requests, render } = renderer.open(url, booted)
  const document: CollectionDocument = {
    links: next ? { first: '', next } : { first: '' },
    data,
    included: [ann, bob, ...included],
  }
  const totalsDocument = totals
    ? { data: { type: 'totals', id: 'discussions', attributes: totals } }
    : { errors: [{ status: '429', code: 'too_many_requests' }] }
  const documents = Object.fromEntries(
    requests.map((request) => [request, request.startsWith('/totals/') ? totalsDocument : document]),
  )
  const page = render(documents)
  const html = page.html.replaceAll(/<!--.*?-->/g, '')
  return { ...page, requests, html, row: /<li class="DiscussionRow.*?<\/li>/s.exec(html)?.[0] ?? '' }
}

test('the list is requested by cursor and in the server’s own order', async () => {
  expect((await renderIndex([])).requests).toEqual([
    '/discussions?include=user,lastPostedUser&page%5Bafter%5D=',
    '/totals/discussions',
  ])
  expect((await renderIndex([], { url: '/forum/all?sort=top' })).requests).toEqual([
    '/discussions?include=user,lastPostedUser&sort=-commentCount&page%5Bafter%5D=',
    '/totals/discussions',
  ])
  expect((await renderIndex([], { url: '/forum/all?sort=constructor&page=2' })).requests).toEqual([
    '/discussions?include=user,lastPostedUser&page%5Boffset%5D=20',
    '/totals/discussions',
  ])
})

test('a row for guests names the last author and the replies, and no unread posts', async () => {
  const { row } = await renderIndex([discussion({}, bothUsers)])
  expect(row).toContain('<li class="DiscussionRow" data-id="12">')
  expect(row).toContain('href="/forum/d/12-night-trains"')
  expect(row).toContain('<bdi>Bob</bdi>')
  expect(row).toContain('Started by Ann.')
  expect(row).toContain('1 hour ago')
  expect(row).toContain('4 replies')
  expect(row).not.toContain('<button')
})

test('an unread row leads to the first unread post, and can be marked as read', async () => {
  const { row } = await renderIndex([discussion({ lastReadPostNumber: 3 }, bothUsers)], { userId: 1 })
  expect(row).toContain('class="DiscussionRow is-unread"')
  expect(row).toContain('href="/forum/d/12-night-trains/4"')
  expect(row).toContain('aria-label="2 unread posts. Mark as read"')
})

test('a row without replies names the author of the discussion', async () => {
  const { row } = await renderIndex([discussion({ commentCount: 1 }, bothUsers)])
  expect(row).toContain('Started by <bdi>Ann</bdi>')
  expect(row).toContain('0 replies')
})

test('deleted users are named as deleted and not linked', async () => {
  const { row } = await renderIndex([discussion({})])
  expect(row).toContain('<bdi>[deleted]</bdi>')
  expect(row).not.toContain('/u/')
})

test('a hidden row is marked as hidden', async () => {
  const { row } = await renderIndex([discussion({ isHidden: true }, bothUsers)])
  expect(row).toContain('is-hidden')
  expect(row).toContain('Badge--hidden')
})

test('titles are escaped', async () => {
  const { row } = await renderIndex([discussion({ title: '<b>&amp;' }, bothUsers)])
  expect(row).toContain('<bdi>&lt;b&gt;&amp;amp;</bdi>')
})

test('an empty forum invites to start a discussion', async () => {
  const { html } = await renderIndex([])
  expect(html).toContain('No discussions here yet. Start one.')
  expect(html).not.toContain('LoadMore')
})

test('an empty forum invites users without the permission neither to start a discussion nor to swipe', async () => {
  const shownForum = { ...forum, attributes: { ...forum.attributes, canStartDiscussion: false } }
  const { html } = await renderIndex([], { shownForum, userId: 1 })
  expect(html).toContain('No discussions yet.</')
  expect(html).not.toContain('Start one')
  expect(html).not.toContain('SwipeHint')
})

test('the hint about swipes names actions where the menu of a row has some', async () => {
  const hintOf = async (attributes: Partial<Discussion>) => {
    const { html } = await renderIndex([discussion(attributes)], { userId: 1 })
    return html.match(/Swipe right[^<]*/)?.[0]
  }
  expect(await hintOf({})).toBe('Swipe right to mark as read')
  expect(await hintOf({ canHide: true })).toBe('Swipe right to mark as read, left for actions')
})

test('a forum that the reader may not see is not called empty', async () => {
  const shownForum = { ...forum, attributes: { ...forum.attributes, canViewForum: false } }
  const { html } = await renderIndex([], { shownForum })
  expect(html).toContain('You don’t have permission to view this page.')
  expect(html).not.toContain('No discussions')
})

test('the body and the head link the neighbouring pages', async () => {
  const next = 'https://example.org/forum/api/discussions?page%5Boffset%5D=40'
  const page = await renderIndex([discussion({}, bothUsers)], { url: '/forum/all?sort=top&page=2', next })
  expect(page.html).toContain('href="/forum/all?sort=top&amp;page=3"')
  expect(page.html).toContain('href="/forum/all?sort=top"')
  expect(page).toMatchObject({ canonical: '/', prev: '/all?sort=top', next: '/all?sort=top&page=3' })
  expect(page.title).toContain('All discussions')
})

test('the welcome is on the first page and invites guests to join', async () => {
  expect((await renderIndex([])).html).toMatch(/Welcome aboard.*Look around.*\/forum\/register/s)
  const { html } = await renderIndex([], { userId: 1 })
  expect(html).not.toMatch(/Welcome aboard|\/forum\/register|Look around/)
  expect((await renderIndex([], { url: '/forum/?page=2' })).html).not.toContain('Welcome aboard')
})

test('members who cannot start a discussion read why; guests are led to log in', async () => {
  const unconfirmed = { userId: 1, viewer: { isEmailConfirmed: false }, canStart: false }
  expect((await renderIndex([], unconfirmed)).html).toContain('Confirm your email to post.')
  const confirmed = { userId: 1, viewer: { isEmailConfirmed: true }, canStart: false }
  expect((await renderIndex([], confirmed)).html).toContain(
    'You don’t have permission to start a discussion.',
  )
  for (const options of [{ userId: 1 }, { canStart: false }]) {
    const { html } = await renderIndex([], options)
    expect(html).not.toContain('CannotStart')
    expect(html).toContain('Start a discussion')
  }
})

test('a forum without a welcome shows none, and further pages neither', async () => {
  const silent = { ...forum, attributes: { ...forum.attributes, welcomeTitle: null } }
  const { html } = await renderIndex([discussion({})])
  expect(html).toContain('Welcome aboard')
  expect((await renderIndex([discussion({})], { shownForum: silent })).html).not.toContain('WelcomeHero')
  expect((await renderIndex([discussion({})], { url: '/forum/?page=2' })).html).not.toContain('WelcomeHero')
})

test('a search requests the most relevant posts and marks the words in them', async () => {
  const found = {
    ...discussion({ title: 'Night trains <b>' }, bothUsers),
    relationships: { mostRelevantPost: { data: { type: 'posts', id: '7' } } },
  }
  const post = {
    type: 'posts',
    id: '7',
    attributes: {
      number: 3,
      createdAt: '2026-01-29T07:00:00+00:00',
      contentHtml: '<p>All <em>nights</em> &amp; a café</p>',
    },
    relationships: { user: { data: { type: 'users', id: '2' } } },
  }
  const { requests, row, title } = await renderIndex([found], {
    url: '/forum/all?q=Night+cafe+author:ann',
    included: [post],
  })
  expect(requests).toEqual([
    '/discussions?include=user,lastPostedUser,mostRelevantPost,mostRelevantPost.user&filter%5Bq%5D=night%20cafe%20author%3Aann&page%5Bafter%5D=',
    '/totals/discussions?filter%5Bq%5D=night%20cafe%20author%3Aann',
  ])
  expect(title).toContain('Results for “Night cafe author:ann”')
  expect(row).toContain('<bdi><mark>Night</mark> trains &lt;b&gt;</bdi>')
  expect(row).toContain(
    '<p class="DiscussionRow-excerpt" dir="auto">All nights &amp; a <mark>café</mark></p>',
  )
  expect(row).toMatch(/class="DiscussionRow-source"><bdi>Bob<\/bdi> · <time/)
  expect(row).toContain('href="/forum/d/12-night-trains/3"')
  expect((await renderIndex([], { url: '/forum/all?q=' })).requests).toEqual([])
})

test('totals stand beside the heading and under the list', async () => {
  const next = 'https://example.org/forum/api/discussions?page%5Bafter%5D=a'
  const rows = { count: 306, hasMore: false }
  const guest = await renderIndex([discussion({}, bothUsers)], { totals: { rows }, next })
  expect(guest.html).toMatch(/All discussions<\/span><\/h1><small>306 discussions<\/small>/)
  expect(guest.html).toContain('<span class="LoadMore-shown">1 of 306</span>')
  const many = { rows: { count: 1000, hasMore: true }, unreadPosts: { count: 32, hasMore: false } }
  const member = await renderIndex([discussion({}, bothUsers)], { totals: many, next, userId: 1 })
  expect(member.html).toContain('<small>32 unread posts</small>')
  expect(member.html).toContain('<span class="LoadMore-shown">1 of 1,000+</span>')
  const read = { rows: many.rows, unreadPosts: { count: 0, hasMore: false } }
  expect((await renderIndex([discussion({})], { totals: read, next, userId: 1 })).html).toContain(
    '<small>1,000+ discussions</small>',
  )
})

test('a list without totals tells what it knows, and keeps the line for the rest', async () => {
  const short = await renderIndex([discussion({}, bothUsers)])
  expect(short.html).toContain('<small>1 discussion</small>')
  const next = 'https://example.org/forum/api/discussions?page%5Bafter%5D=a'
  const { html } = await renderIndex([discussion({}, bothUsers)], { next })
  expect(html).not.toContain('<small>')
  expect(html).toContain('<span class="LoadMore-shown"></span>')
})

test('the only list is not named again beside its heading', async () => {
  const sidebar = async (url: string) =>
    /class="Sidebar".*?<main|class="Sidebar".*?IndexPage-content/s.exec(
      (await renderIndex([], { url })).html,
    )?.[0]
  expect(await sidebar('/forum/')).not.toContain('SideNav')
  expect(await sidebar('/forum/all?sort=top')).not.toContain('SideNav')
  expect(await sidebar('/forum/all?q=tea')).toContain('SideNav')
})
