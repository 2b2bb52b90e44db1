import fc from 'fast-check'
import { chance, either, sometimes } from './choices.ts'
import { type Body, flatBody } from './flat-bodies.ts'
import { anyId, anyValue, numbered, shortText } from './values.ts'
import type { FuzzedForum } from './world.ts'

/** A request in the form that `inject` takes. */
export interface FuzzedRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD'
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** A route or an endpoint: a path with `:names` and a method. */
interface FuzzedRoute {
  path: string
  method: FuzzedRequest['method']
  /** The resource type, if the path belongs to a resource. */
  type?: string
}

/** Routes that hash passwords or rebuild the forum: too slow to be requested as often as the rest. */
const slowRoutes = /^\/(api\/(users|token|extensions|cache|logo|favicon)|login|register|reset|setup|admin\/)/

/** Whether a request ends sessions or accounts that later requests use until the next refresh. Such requests are rare. */
function endsSessions(method: FuzzedRequest['method'], path: string): boolean {
  if (method === 'DELETE') return /^\/api\/(users\/:id|access-tokens\/:id|sessions)$/.test(path)
  return path === '/global-logout'
}

/** Valid and hostile requests to every endpoint and route of a forum in its current state. */
export function anyRequest(fuzzed: FuzzedForum): fc.Arbitrary<FuzzedRequest> {
  return fc.oneof(
    ...routesOf(fuzzed).flatMap(({ weight, ...route }) =>
      [true, false].map((isValid) => ({ weight, arbitrary: requestTo(fuzzed, route, isValid) })),
    ),
  )
}

function requestTo(fuzzed: FuzzedForum, route: FuzzedRoute, isValid: boolean): fc.Arbitrary<FuzzedRequest> {
  const methods = fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD')
  return fc
    .record({
      otherMethod: sometimes(3, methods),
      path: pathOf(fuzzed, route),
      query: sometimes(isValid ? 20 : 60, queryOf(fuzzed, route, isValid)),
      headers: headersOf(fuzzed, route, isValid),
      body: bodyOf(fuzzed, route, isValid),
    })
    .map(({ otherMethod, path, query = '', headers, body: { payload, type } }) => {
      const method = otherMethod ?? route.method
      const url = path + query
      if (method === 'GET' || method === 'HEAD') return { method, url, headers }
      return { method, url, headers: { 'content-type': type, ...headers }, payload }
    })
}

function pathOf(fuzzed: FuzzedForum, route: FuzzedRoute): fc.Arbitrary<string> {
  const parts = route.path.split(/(:\w+)/)
  return fc
    .tuple(...parts.map((part) => (part.startsWith(':') ? pathPart(fuzzed, route, part) : fc.constant(part))))
    .map((filled) => filled.join(''))
}

function pathPart(fuzzed: FuzzedForum, { path, type }: FuzzedRoute, name: string): fc.Arbitrary<string> {
  const id = idOf(fuzzed, type ?? (path.includes('users') ? 'users' : 'discussions'))
  if (type !== undefined) return id
  const existing =
    name === ':token'
      ? fuzzed.mailed
      : name === ':slug'
        ? fuzzed.usernames
        : fuzzed.forum.current.extensions.installed.map(({ id }) => id)
  const other = either(30, idOf(fuzzed), shortText(100).map(encodeURIComponent))
  const known = existing.map((value) => fc.constant(encodeURIComponent(value)))
  const named = known.length === 0 ? other : either(60, fc.oneof(...known), other)
  return name === ':id' ? either(90, id, named) : named
}

function idOf(fuzzed: FuzzedForum, type = 'discussions'): fc.Arbitrary<string> {
  return anyId(fuzzed.newest.get(type))
}

type Headers = Record<string, string>

function headersOf(
  fuzzed: FuzzedForum,
  { path, method }: FuzzedRoute,
  isValid: boolean,
): fc.Arbitrary<Headers> {
  // Pages outside the API accept only cookies, no tokens.
  const isPage = !path.startsWith('/api')
  const credential = either(
    // Few writes are by guests, as most of these fail at the CSRF check.
    method === 'GET' ? 20 : 5,
    credentialOf(fuzzed, ['guest'], isPage ? 100 : 80),
    credentialOf(fuzzed, [...fuzzed.tokens.keys()], isPage ? 100 : 20),
  )
  const known = credential.map(({ browser, token, sendsCsrf }): Headers => {
    if (token !== undefined) return { authorization: `Token ${token}` }
    if (!browser) return {}
    return { cookie: browser.cookie, ...((isValid || sendsCsrf) && { 'x-csrf-token': browser.csrfToken }) }
  })
  return isValid ? known : fc.tuple(known, oddHeaders).map(([usual, odd]) => ({ ...usual, ...odd }))
}

/** A browser's session or a token of one of these roles. A guest without a browser has neither. */
function credentialOf({ browsers, tokens }: FuzzedForum, roles: readonly string[], browserPercent: number) {
  return fc
    .record({ role: fc.constantFrom(...roles), isBrowser: chance(browserPercent), sendsCsrf: chance(90) })
    .map(({ role, isBrowser, sendsCsrf }) => ({
      browser: isBrowser ? browsers.get(role) : undefined,
      token: isBrowser ? undefined : tokens.get(role),
      sendsCsrf,
    }))
}

const oddHeaders: fc.Arbitrary<Headers> = fc
  .tuple(
    oddHeader('authorization', 3, 'Token', 'Token x; userId=1', 'Basic eDp5', 'Token  '),
    oddHeader('x-http-method-override', 3, 'DELETE', 'patch', 'TRACE', ''),
    oddHeader('idempotency-key', 3, 'a', 'b', 'x'.repeat(300), ' '),
    oddHeader('content-type', 2, 'text/plain', 'multipart/form-data', 'x'),
    oddHeader('cookie', 2, 'parley_session=x.y', 'locale=../x', 'parley_remember=1; a'),
  )
  .map((headers) => Object.assign({}, ...headers))

function oddHeader(name: string, percent: number, ...values: string[]): fc.Arbitrary<Headers> {
  return sometimes(percent, fc.constantFrom(...values)).map(
    (value): Headers => (value === undefined ? {} : { [name]: value }),
  )
}

function queryOf(fuzzed: FuzzedForum, { path, type }: FuzzedRoute, isValid: boolean): fc.Arbitrary<string> {
  const resource = fuzzed.forum.current.points.resources.get(type ?? '')
  const { index, show } = resource?.includes ?? {}
  const includes = [
    ...((path.includes(':') ? show : index)?.allowed ?? []),
    ...(isValid ? [] : [...(index?.allowed ?? []), ...(show?.allowed ?? []), 'x', 'user.user']),
    '',
  ]
  const filter = fc
    .tuple(chance(20), fc.constantFrom(...(resource?.filters.keys() ?? []), 'q', 'id', 'nothing'))
    .map(([isNegated, name]) => `filter[${isNegated ? '-' : ''}${name}]`)
  const page = fc
    .constantFrom('limit', 'size', 'offset', 'number', 'near', 'after', 'x')
    .map((name) => `page[${name}]`)
  return fc
    .tuple(
      sometimes(50, fc.tuple(filter, fc.oneof(idOf(fuzzed), shortText(2000)))),
      parameter(30, 'sort', ...(resource?.sorts.keys() ?? []), '-id', '', '-', 'x,y'),
      parameter(30, 'include', ...includes),
      sometimes(30, fc.tuple(page, fc.constantFrom(...pageValues))),
      parameter(10, 'fields[users]', 'username', 'groups', '', 'x,,y'),
      parameter(10, 'bySlug', '1', 'true', 'x'),
      sometimes(5, fc.tuple(fc.constantFrom(...oddParameters), fc.constant('x'))),
    )
    .map((parts) => `?${new URLSearchParams(parts.filter((part) => part !== undefined))}`)
}

function parameter(percent: number, name: string, ...values: string[]) {
  return sometimes(percent, fc.tuple(fc.constant(name), fc.constantFrom(...values)))
}

const pageValues = ['0', '1', '3', '20', '50', '1000', '-1', 'abc', '1.5', '', 'reply', '9'.repeat(25)]
const oddParameters = ['filter', 'page', 'sort[]', 'filter[__proto__][x]', 'a[b][c][d]']
const json = 'application/vnd.api+json'

function bodyOf(fuzzed: FuzzedForum, { path, type }: FuzzedRoute, isValid: boolean): fc.Arbitrary<Body> {
  const usual =
    type === undefined
      ? flatBody(fuzzed, path, isValid)
      : documentFor(fuzzed, type, isValid).map((value) => ({ payload: JSON.stringify(value), type: json }))
  if (isValid) return usual
  const deep = fc.constant(`{"data":${'['.repeat(4000)}${']'.repeat(4000)}}`)
  const broken = either(25, deep, fc.constantFrom('{', '5', '"x"', '[1]', '', 'null', '\u0000'))
  return either(
    92,
    usual,
    broken.map((payload) => ({ payload, type: json })),
  )
}

function documentFor(fuzzed: FuzzedForum, type: string, isValid: boolean): fc.Arbitrary<unknown> {
  const resource = fuzzed.forum.current.points.resources.get(type)
  const fields = [...(resource?.fields ?? [])].map(([name, { schema }]) => {
    const isLikely = isValid && /^(title|content|name|email|username|password)/.test(name)
    return member(schema ? (isLikely ? 95 : 40) : 3, name, attribute(name, isValid))
  })
  const attributes = fc
    .tuple(
      ...fields,
      // The content of the first post.
      member(type === 'discussions' ? 90 : 0, 'content', attribute('content', isValid)),
      member(3, '__proto__', anyValue),
    )
    .map(toObject)
  const document = fc
    .tuple(attributes, relationships(fuzzed, isValid), member(20, 'meta', anyValue))
    .map(([attributes, relationships, meta]) => ({
      data: { type, attributes, relationships },
      ...toObject([meta]),
    }))
  return isValid ? document : either(90, document, anyValue)
}

function attribute(name: string, isValid: boolean): fc.Arbitrary<unknown> {
  const valid = validAttribute(name)
  return isValid ? valid : either(40, valid, anyValue)
}

function validAttribute(name: string): fc.Arbitrary<unknown> {
  if (/^(is|mark)/.test(name)) return fc.boolean()
  if (/Number|Count/.test(name)) return fc.nat(9)
  if (name === 'email') return numbered('someone', 2000).map((user) => `${user}@machine.local`)
  if (name === 'username') return numbered('someone', 2000)
  if (name === 'preferences')
    return fc.record({ discloseOnline: fc.boolean(), locale: fc.constantFrom('en', 'xx', null) })
  return numbered('Some text ', 1000)
}

function relationships(fuzzed: FuzzedForum, isValid: boolean): fc.Arbitrary<unknown> {
  const identifier = (type: string) => idOf(fuzzed, type).map((id) => ({ type: 'x', id }))
  const groups = fc.tuple(identifier('groups'), identifier('groups'))
  const members = fc
    .tuple(
      member(80, 'discussion', fc.record({ data: identifier('discussions') })),
      member(10, 'groups', fc.record({ data: groups })),
      member(isValid ? 0 : 5, 'user', fc.record({ data: anyValue })),
    )
    .map(toObject)
  return isValid ? members : either(90, members, anyValue)
}

type Member = [name: string, value: unknown]

/** A member of an object, which exists with this probability, in hundredths. */
function member(
  percent: number,
  name: string,
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<Member | undefined> {
  return sometimes(percent, fc.tuple(fc.constant(name), value))
}

function toObject(parts: readonly (Member | undefined)[]): object {
  return Object.fromEntries(parts.filter((part) => part !== undefined))
}

const writableTypes: ReadonlySet<string> = new Set(['discussions', 'posts', 'users', 'groups'])

/** Every method of every route and endpoint, with the weight of its requests. */
function routesOf({ forum }: FuzzedForum): (FuzzedRoute & { weight: number })[] {
  const { resources, routes } = forum.current.points
  const all: FuzzedRoute[] = routes.map(({ path, method }) => ({ path, method }))
  for (const { type, path, table, endpoints } of resources.values()) {
    if (table === undefined) continue
    const { index, show, create, update, delete: remove } = endpoints
    if (index) all.push({ path: `/api/${path}`, method: 'GET', type })
    if (create) all.push({ path: `/api/${path}`, method: 'POST', type })
    if (show) all.push({ path: `/api/${path}/:id`, method: 'GET', type })
    if (update) all.push({ path: `/api/${path}/:id`, method: 'PATCH', type })
    if (remove) all.push({ path: `/api/${path}/:id`, method: 'DELETE', type })
  }
  return all.map((route) => ({ ...route, weight: weightOf(route) }))
}

/** Resources are more important than the many small routes, and writable types most of all. */
function weightOf({ path, method, type }: FuzzedRoute): number {
  const weight = type === undefined ? 20 : writableTypes.has(type) ? 100 : 30
  const isRare = (method !== 'GET' && slowRoutes.test(path)) || endsSessions(method, path)
  return isRare ? weight / 10 : weight
}
