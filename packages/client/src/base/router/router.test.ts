import { messages } from 'virtual:parley-messages'
import type { BootData } from '@parley/shared'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assemble, createApp } from '../../app/app.ts'
import { loadPages } from './pages.ts'
import type { PlaceKeeper } from './places.ts'

const attributes = { title: 'Slow Rail', basePath: '', baseUrl: 'http://x', apiUrl: 'http://x/api' }
const boot: BootData = {
  locale: 'en',
  locales: { en: 'English' },
  resources: [{ type: 'forums', id: '1', attributes }],
  session: { userId: 0, csrfToken: '' },
  documents: {},
  url: '',
  extensions: [],
  now: '2026-01-31T08:00:00.000Z',
}
const discussionPages = await loadPages(
  [assemble([], []).points.routes.match('/d/1/5')].filter((match) => match !== undefined),
)
const addresses: string[] = []

beforeEach(() => {
  addresses.splice(0, addresses.length, '/d/1/5')
  vi.stubGlobal('window', { scrollY: 0 })
  vi.stubGlobal('fetch', async () => new Response('{"errors":[]}', { status: 404 }))
  vi.stubGlobal('history', {
    state: { depth: 0 },
    replaceState: (_state: object, _title: string, address: string) => addresses.splice(-1, 1, address),
    pushState: (_state: object, _title: string, address: string) => addresses.push(address),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A router that shows a discussion, which handles the addresses from /d/1/1 to /d/1/9 as places. */
function openRouter() {
  const address = { pathname: '/d/1/5', search: '' }
  const app = createApp({ boot, assembly: assemble([], []), messages: messages.english, address })
  const { router, routes } = app
  const match = routes.match('/d/1/5')
  const [discussion = '', posts = ''] = match?.route.requests?.(match.location, app) ?? []
  const documents = {
    [discussion]: { data: { type: 'discussions', id: '1' } },
    [posts]: { data: [], links: { first: '' } },
  }
  expect(router.boot(discussionPages, documents)).toBe(true)
  const visited: string[] = []
  const keeper: PlaceKeeper<string> = {
    goTo(url) {
      if (!/^\/d\/1\/\d$/.test(url)) return false
      visited.push(`to ${url}`)
      return true
    },
    current: () => `left ${router.state.entry.url}`,
    restore: (place) => visited.push(place),
  }
  return { router, visited, release: router.keepPlaces(keeper) }
}

test('navigating to a place on the shown page pushes its address and keeps the page', async () => {
  const { router, visited } = openRouter()
  const before = router.state.entry
  await router.navigate('/d/1/3')
  const { entry, cause } = router.state
  expect({ visited, cause, url: entry.url }).toEqual({
    visited: ['to /d/1/3'],
    cause: 'place',
    url: '/d/1/3',
  })
  expect(entry.pageKey).toBe(before.pageKey)
  expect(entry.state).toBe(before.state)
  expect(addresses).toEqual(['/d/1/5', '/d/1/3'])
  await router.navigate('/d/1/3')
  expect(addresses).toEqual(['/d/1/5', '/d/1/3'])
})

test('back and forward restore the reader’s places on the page', async () => {
  const { router, visited } = openRouter()
  const before = router.state.entry
  await router.navigate('/d/1/3')
  const after = router.state.entry
  visited.length = 0
  await router.traverse(before.key, before.url)
  expect(router.state).toMatchObject({ cause: 'place', entry: { url: '/d/1/5' } })
  await router.traverse(after.key, after.url)
  expect(router.state).toMatchObject({ cause: 'place', entry: { url: '/d/1/3' } })
  expect(visited).toEqual(['left /d/1/5', 'left /d/1/3'])
})

test('other addresses load a page, and so do all addresses once the page is gone', async () => {
  const { router, visited, release } = openRouter()
  const before = router.state.entry
  await router.navigate('/d/2/3')
  expect(router.state.cause).toBe('navigate')
  expect(router.state.entry.pageKey).not.toBe(before.pageKey)
  release()
  await router.navigate('/d/1/3')
  expect(router.state.cause).toBe('navigate')
  expect(visited).toEqual([])
})
