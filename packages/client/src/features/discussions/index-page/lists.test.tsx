import { messages } from 'virtual:parley-messages'
import type { BootData, ResourceObject } from '@parley/shared'
import { expect, test } from 'vitest'
import { assemble } from '../../../app/app.ts'
import { createRenderer } from '../../../app/entry-server.tsx'
import { defineClientExtension } from '../../../points/extension.ts'
import { definePage } from '../../../points/routes.ts'

const harbor = defineClientExtension({
  lists: {
    berth: {
      path: '/berths/:name',
      title: ({ params }) => `Berth ${params.name}`,
      filter: ({ params }) => ({ author: params.name ?? '' }),
      sort: () => 'newest',
      requests: ({ params }) => [`/users/${params.name}`],
      Hero: ({ location }) => <i>hero of {location.params.name}</i>,
      Empty: ({ location }) => <i>no ships at {location.params.name}</i>,
      start: ({ params }) => ({ isAllowed: params.name === 'oak' }),
      head: ({ location }) => ({
        description: 'Ships',
        feed: { title: 'Berth', path: `/atom/u/${location.params.name}` },
      }),
    },
    pier: { path: '/pier', title: 'Pier', Hero: () => <h1>The old pier</h1>, heroHasHeading: true },
    bare: { path: '/bare', title: 'core.forum.index.meta_title_text' },
  },
})

const forum: ResourceObject = {
  type: 'forums',
  id: '1',
  attributes: {
    title: 'Slow Rail',
    basePath: '',
    baseUrl: 'http://x',
    apiUrl: 'http://x/api',
    allowSignUp: true,
    canViewForum: true,
    canStartDiscussion: true,
    defaultRoute: '/all',
    logoUrl: null,
    welcomeTitle: 'Welcome aboard',
  },
}
const ann: ResourceObject = {
  type: 'users',
  id: '7',
  attributes: { username: 'ann', displayName: 'Ann', slug: 'ann', avatarUrl: null, isEmailConfirmed: true },
}
const oak: ResourceObject = {
  type: 'discussions',
  id: '1',
  attributes: { title: 'Oak', slug: '1-oak', createdAt: '2026-01-01T00:00:00+00:00' },
}

const emptyPage = definePage({ Component: () => null })

interface Options {
  data?: ResourceObject[]
  next?: string
  userId?: number
  extensions?: string[]
}

async function open(url: string, { data = [oak], next, userId = 0, extensions = ['harbor'] }: Options = {}) {
  const renderer = await createRenderer({ extensions: { harbor }, messages })
  const boot: BootData = {
    locale: 'en',
    locales: { en: 'English' },
    resources: [forum, ann],
    session: { userId, csrfToken: '' },
    documents: {},
    url,
    extensions,
    now: '2026-01-31T08:00:00.000Z',
  }
  const { status, requests, render } = renderer.open(url, boot)
  const answers = (request: string) => {
    if (request.startsWith('/discussions')) return { links: { first: '', ...(next && { next }) }, data }
    return request.startsWith('/users/ann') || request.startsWith('/users/oak')
      ? { data: ann }
      : { errors: [{ status: '404' }] }
  }
  return {
    status,
    requests,
    ...(status === 200 && {
      page: render(Object.fromEntries(requests.map((request) => [request, answers(request)]))),
    }),
  }
}

test('a declared list has its filter, its sort, its own requests and the totals', async () => {
  const { requests } = await open('/berths/oak')
  expect(requests.map(decodeURIComponent)).toEqual([
    '/discussions?include=user,lastPostedUser&filter[author]=oak&sort=-createdAt&page[after]=',
    '/users/oak',
    '/totals/discussions?filter[author]=oak',
  ])
  const sorted = await open('/berths/oak?sort=top')
  expect(sorted.requests[0]).toContain('sort=-commentCount')
})

test('its page has its title, its hero, its sort and its head', async () => {
  const { page } = await open('/berths/oak', { next: 'http://x/api/discussions?page[offset]=20' })
  expect(page?.html).toMatch(/<i>hero of .*oak.*<h1><span>Berth oak<\/span>.*aria-label="Berth oak"/s)
  // The sort that needs no query is the list's own.
  expect(page?.html).toContain('href="/berths/oak?sort=latest"')
  expect(page?.html).not.toMatch(/Welcome aboard|\?sort=newest/)
  expect(page).toMatchObject({
    title: 'Berth oak - Slow Rail',
    canonical: '/berths/oak',
    next: '/berths/oak?page=2',
    description: 'Ships',
    feed: { title: 'Berth', path: '/atom/u/oak' },
  })
  const second = await open('/berths/oak?page=2')
  expect(second.page?.html).not.toContain('hero of')
  expect(second.page?.prev).toBe('/berths/oak')
})

test('a hero that has the heading is the only one to have it, on the first page', async () => {
  const headings = async (url: string) => (await open(url)).page?.html.match(/<h1>.*?<\/h1>/g)
  expect(await headings('/pier')).toEqual(['<h1>The old pier</h1>'])
  expect(await headings('/pier?page=2')).toEqual(['<h1><span>Pier</span></h1>'])
  expect(await headings('/berths/oak')).toEqual(['<h1><span>Berth oak</span></h1>'])
})

test('its empty state and its start button are its own', async () => {
  const empty = await open('/berths/oak', { data: [] })
  expect(empty.page?.html.replaceAll('<!-- -->', '')).toContain('<i>no ships at oak</i>')
  const [allowed, refused] = [
    await open('/berths/oak', { userId: 7 }),
    await open('/berths/ann', { userId: 7 }),
  ]
  const startLink = 'href="/composer" class="Button Button--primary"'
  expect(allowed.page?.html).toContain(startLink)
  expect(refused.page?.html).not.toContain(startLink)
})

test('a list without a record that it requests is not found', async () => {
  expect((await open('/berths/elm')).page?.status).toBe(404)
})

test('a list that declares little is like the index, without the welcome', async () => {
  const { requests, page } = await open('/bare', { data: [] })
  expect(requests[0]).not.toMatch(/filter|sort/)
  expect(page?.html).toContain('No discussions here yet. Start one.')
  expect(page?.html).not.toContain('Welcome aboard')
  expect(page?.feed).toBeUndefined()
})

test('the lists of disabled extensions are not there, and the index is as it was', async () => {
  expect((await open('/berths/oak', { extensions: [] })).status).toBe(404)
  const { page } = await open('/all', { extensions: [] })
  expect(page?.html).toContain('Welcome aboard')
})

test('a list or a page without a path is reported, and the others are there', () => {
  const odd = defineClientExtension({
    lists: { odd: { path: 'odd', title: 'x' }, fine: { path: '/fine', title: 'x' } },
    routes: { lost: { path: '', page: emptyPage } },
  })
  const installed = [{ id: 'odd', extension: odd, parts: new Map() }]
  const { faults, points } = assemble(installed, ['odd'])
  expect(faults.map(({ extension, error }) => `${extension}: ${error}`)).toEqual([
    'odd: Error: lists › odd: the path must begin with "/".',
    'odd: Error: routes › lost: the path must begin with "/".',
  ])
  expect(points.routes.match('/fine')?.location.list?.title).toBe('x')
})
