import { expect, test } from 'vitest'
import { withinBase } from '../base/router/router.ts'
import { definePage, type Route, RouteTable } from './routes.ts'

const page = definePage({ Component: () => null })

function tableOf(paths: Record<string, string>): RouteTable {
  const routes = Object.entries(paths).map(([name, path]): [string, Route] => [name, { path, page }])
  return new RouteTable(new Map(routes))
}

const table = tableOf({
  userTab: '/u/:username/:tab',
  security: '/u/:username/security',
  index: '/',
  discussion: '/d/:id/:near?',
  tag: '/t/:slug',
})

test.each([
  ['/', 'index', {}],
  ['/?sort=top', 'index', {}],
  ['/d/12-title', 'discussion', { id: '12-title', near: undefined }],
  ['/d/12-title/5', 'discussion', { id: '12-title', near: '5' }],
  ['/u/ines/security', 'security', { username: 'ines' }],
  ['/u/ines/discussions', 'userTab', { username: 'ines', tab: 'discussions' }],
  ['/t/%C3%A9t%C3%A9', 'tag', { slug: 'été' }],
  ['/t/100%', 'tag', { slug: '100%' }],
])('%s is %s', (url, name, params) => {
  const match = table.match(url)
  expect(match?.name).toBe(name)
  expect(match?.location.params).toEqual(params)
})

test('parses the query, and matches no unknown path', () => {
  expect(table.match('/?sort=top&page=2#x')?.location.query.get('page')).toBe('2')
  expect(table.match('/logout?token=x')).toBeUndefined()
  expect(table.match('/d')).toBeUndefined()
  expect(table.match('/t/a/')).toBeUndefined()
  expect(table.match('/d/12/')?.location.params).toEqual({ id: '12', near: undefined })
})

test('withHome shows the page of another path at /, if the path has one', () => {
  const home = table.withHome('/d/12-title').match('/?page=2')
  expect(home).toMatchObject({
    name: 'discussion',
    location: { params: { id: '12-title' }, path: '/', url: '/?page=2' },
  })
  expect(table.withHome('/d/12').match('/t/a')?.name).toBe('tag')
  for (const path of [null, '', '/', '/nowhere', 'd/12']) {
    expect(table.withHome(path).match('/')?.name).toBe('index')
  }
})

test('withHome refuses a form', () => {
  const routes = new Map<string, Route>([
    ['index', { path: '/', page }],
    ['login', { path: '/login', page, isForm: true }],
  ])
  const table = new RouteTable(routes).withHome('/login')
  expect({ '/': table.match('/')?.name, '/login': table.match('/login')?.name }).toEqual({
    '/': 'index',
    '/login': 'login',
  })
})

test.each([
  ['/forum', '/forum', '/'],
  ['/forum/d/1', '/forum', '/d/1'],
  ['/forumish', '/forum', undefined],
  ['/forum/u/ann/', '/forum', '/u/ann'],
  ['/tags/', '', '/tags'],
  ['//', '', '//'],
  ['/d/1', '/forum', undefined],
  ['/d/1', '', '/d/1'],
])('%s under "%s" is %s', (pathname, basePath, path) => {
  expect(withinBase({ pathname, search: '' }, basePath)).toBe(path)
})

test('a route with a required query parameter precedes routes without one', () => {
  const routes = new Map<string, Route>([
    ['list', { path: '/all', page }],
    ['search', { path: '/all', query: 'q', page }],
    ['tab', { path: '/:tab', page }],
  ])
  const withHome = new RouteTable(routes).withHome('/all')
  const routeByUrl = {
    '/all': 'list',
    '/all?q=trains': 'search',
    '/all?q=': 'search',
    '/all?sort=top': 'list',
    '/?q=trains': 'search',
    '/': 'list',
    '/else?q=x': 'tab',
  }
  const matched = Object.keys(routeByUrl).map((url) => [url, withHome.match(url)?.name])
  expect(Object.fromEntries(matched)).toEqual(routeByUrl)
})
