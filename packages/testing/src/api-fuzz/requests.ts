import type { Random } from '@parley/seed/random'
import { type Body, flatBody } from './flat-bodies.ts'
import { anyId, anyText, anyValue } from './values.ts'
import type { FuzzedForum } from './world.ts'

/** A request in the form that `inject` takes. */
export interface FuzzedRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD'
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** A route or an endpoint: a path with `:names` and its methods. */
interface FuzzedRoute {
  path: string
  methods: readonly FuzzedRequest['method'][]
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

/** Generates valid and hostile requests to every endpoint and route of a forum. The same seed gives the same requests. */
export class RequestGenerator {
  readonly #random: Random
  readonly #fuzzed: FuzzedForum
  readonly #routes: readonly FuzzedRoute[]
  /** Whether the current request is a valid one. */
  #isValid = false

  constructor(random: Random, fuzzed: FuzzedForum) {
    this.#random = random
    this.#fuzzed = fuzzed
    this.#routes = routesOf(fuzzed)
  }

  next(): FuzzedRequest {
    const random = this.#random
    this.#isValid = random.chance(0.5)
    let route = random.pick(this.#routes)
    let method = random.chance(0.97)
      ? random.pick(route.methods)
      : random.pick(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD'] as const)
    const isRare = () => (method !== 'GET' && slowRoutes.test(route.path)) || endsSessions(method, route.path)
    while (isRare() && random.chance(0.9)) {
      route = random.pick(this.#routes)
      method = random.pick(route.methods)
    }
    const path = route.path.replace(/:\w+/g, (name) => this.#pathPart(route, name))
    const query = random.chance(this.#isValid ? 0.2 : 0.6) ? this.#query(route, path !== route.path) : ''
    const headers = this.#headers(method, route)
    if (method === 'GET' || method === 'HEAD') return { method, url: path + query, headers }
    const { payload, type } = this.#body(route)
    headers['content-type'] ??= type
    return { method, url: path + query, headers, payload }
  }

  #pathPart(route: FuzzedRoute, name: string): string {
    const random = this.#random
    if (route.type !== undefined || (name === ':id' && random.chance(0.9))) {
      return this.#id(route.type ?? (route.path.includes('users') ? 'users' : undefined))
    }
    const existing: readonly string[] =
      name === ':token'
        ? this.#fuzzed.mailed
        : name === ':slug'
          ? this.#fuzzed.usernames
          : this.#fuzzed.forum.current.extensions.installed.map(({ id }) => id)
    if (existing.length > 0 && random.chance(0.6)) return encodeURIComponent(random.pick(existing))
    return random.chance(0.3) ? this.#id() : encodeURIComponent(shortText(random, 100))
  }

  #id(type = 'discussions'): string {
    return anyId(this.#random, this.#fuzzed.newest.get(type))
  }

  #headers(method: FuzzedRequest['method'], { path }: FuzzedRoute): Record<string, string> {
    const random = this.#random
    // Few writes are by guests, as most of these fail at the CSRF check.
    const isGuest = random.chance(method === 'GET' ? 0.2 : 0.05)
    const kind = isGuest ? 'guest' : random.pick([...this.#fuzzed.tokens.keys()])
    // Pages outside the API accept only cookies, no tokens.
    const isBrowser = !path.startsWith('/api') || random.chance(isGuest ? 0.8 : 0.2)
    const headers = isBrowser ? this.#browserHeaders(kind) : this.#tokenHeaders(kind)
    if (this.#isValid) return headers
    if (random.chance(0.03))
      headers.authorization = random.pick(['Token', 'Token x; userId=1', 'Basic eDp5', 'Token  '])
    if (random.chance(0.03)) headers['x-http-method-override'] = random.pick(['DELETE', 'patch', 'TRACE', ''])
    if (random.chance(0.03)) headers['idempotency-key'] = random.pick(['a', 'b', 'x'.repeat(300), ' '])
    if (random.chance(0.02)) headers['content-type'] = random.pick(['text/plain', 'multipart/form-data', 'x'])
    if (random.chance(0.02))
      headers.cookie = random.pick(['parley_session=x.y', 'locale=../x', 'parley_remember=1; a'])
    return headers
  }

  #browserHeaders(kind: string): Record<string, string> {
    const browser = this.#fuzzed.browsers.get(kind)
    if (!browser) return {}
    const isSent = this.#isValid || this.#random.chance(0.9)
    return { cookie: browser.cookie, ...(isSent && { 'x-csrf-token': browser.csrfToken }) }
  }

  #tokenHeaders(kind: string): Record<string, string> {
    const token = this.#fuzzed.tokens.get(kind)
    return token === undefined ? {} : { authorization: `Token ${token}` }
  }

  #query(route: FuzzedRoute, isOne: boolean): string {
    const random = this.#random
    const resource = this.#fuzzed.forum.current.points.resources.get(route.type ?? '')
    const names = [...(resource?.filters.keys() ?? []), 'q', 'id', 'nothing']
    const parts: [string, string][] = []
    const add = (name: string, value: string) => parts.push([name, value])
    if (random.chance(0.5)) {
      add(`filter[${random.chance(0.2) ? '-' : ''}${random.pick(names)}]`, this.#filterValue())
    }
    if (random.chance(0.3))
      add('sort', random.pick([...(resource?.sorts.keys() ?? []), '-id', '', '-', 'x,y']))
    if (random.chance(0.3)) {
      const { index, show } = resource?.includes ?? {}
      const own = [...((isOne ? show : index)?.allowed ?? [])]
      const others = [...(index?.allowed ?? []), ...(show?.allowed ?? []), 'x', 'user.user']
      add('include', random.pick([...own, ...(this.#isValid ? [] : others), '']))
    }
    if (random.chance(0.3)) {
      add(
        `page[${random.pick(['limit', 'size', 'offset', 'number', 'near', 'after', 'x'])}]`,
        this.#pageValue(),
      )
    }
    if (random.chance(0.1)) add('fields[users]', random.pick(['username', 'groups', '', 'x,,y']))
    if (random.chance(0.1)) add('bySlug', random.pick(['1', 'true', 'x']))
    if (random.chance(0.05))
      add(random.pick(['filter', 'page', 'sort[]', 'filter[__proto__][x]', 'a[b][c][d]']), 'x')
    return `?${new URLSearchParams(parts)}`
  }

  #filterValue(): string {
    return this.#random.chance(0.5) ? this.#id() : shortText(this.#random, 2000)
  }

  #pageValue(): string {
    return this.#random.pick([
      '0',
      '1',
      '3',
      '20',
      '50',
      '1000',
      '-1',
      'abc',
      '1.5',
      '',
      'reply',
      '9'.repeat(25),
    ])
  }

  #body(route: FuzzedRoute): Body {
    const random = this.#random
    const json = 'application/vnd.api+json'
    if (!this.#isValid && random.chance(0.06))
      return { payload: random.pick(['{', '5', '"x"', '[1]', '', 'null', '\u0000']), type: json }
    if (!this.#isValid && random.chance(0.02))
      return { payload: `{"data":${'['.repeat(4000)}${']'.repeat(4000)}}`, type: json }
    if (route.type === undefined) return flatBody(random, this.#fuzzed, route.path, this.#isValid)
    return { payload: JSON.stringify(this.#documentFor(route.type)), type: json }
  }

  #documentFor(type: string): unknown {
    const random = this.#random
    if (!this.#isValid && random.chance(0.1)) return anyValue(random)
    const resource = this.#fuzzed.forum.current.points.resources.get(type)
    const attributes: [string, unknown][] = []
    for (const [name, { schema }] of resource?.fields ?? []) {
      const isLikely = this.#isValid && /^(title|content|name|email|username|password)/.test(name)
      if (schema ? random.chance(isLikely ? 0.95 : 0.4) : random.chance(0.03))
        attributes.push([name, this.#attribute(name)])
    }
    // The content of the first post.
    if (type === 'discussions' && random.chance(0.9)) attributes.push(['content', this.#attribute('content')])
    if (random.chance(0.03)) attributes.push(['__proto__', anyValue(random)])
    const data = { type, attributes: Object.fromEntries(attributes), relationships: this.#relationships() }
    return random.chance(0.2) ? { data, meta: anyValue(random) } : { data }
  }

  #attribute(name: string): unknown {
    const random = this.#random
    if (!this.#isValid && random.chance(0.6)) return anyValue(random)
    if (/^(is|mark)/.test(name)) return random.chance(0.5)
    if (/Number|Count/.test(name)) return random.below(10)
    if (name === 'email') return `someone${random.below(2000)}@machine.local`
    if (name === 'username') return `someone${random.below(2000)}`
    if (name === 'preferences')
      return { discloseOnline: random.chance(0.5), locale: random.pick(['en', 'xx', null]) }
    return `Some text ${random.below(1000)}`
  }

  #relationships(): unknown {
    const random = this.#random
    const identifier = (type: string) => ({ type: 'x', id: this.#id(type) })
    if (!this.#isValid && random.chance(0.1)) return anyValue(random)
    return {
      ...(random.chance(0.8) && { discussion: { data: identifier('discussions') } }),
      ...(random.chance(0.1) && { groups: { data: [identifier('groups'), identifier('groups')] } }),
      ...(!this.#isValid && random.chance(0.05) && { user: { data: anyValue(random) } }),
    }
  }
}

/** A random well-formed text, as URLs and forms require it. */
function shortText(random: Random, length: number): string {
  return anyText(random).slice(0, length).toWellFormed()
}

const writableTypes: ReadonlySet<string> = new Set(['discussions', 'posts', 'users', 'groups'])

function routesOf({ forum }: FuzzedForum): FuzzedRoute[] {
  const { resources, routes } = forum.current.points
  const result: FuzzedRoute[] = []
  for (const { type, table, endpoints } of resources.values()) {
    if (table === undefined) continue
    const { index, show, create, update, delete: remove } = endpoints
    const list: FuzzedRoute['methods'] = [
      ...(index ? (['GET'] as const) : []),
      ...(create ? (['POST'] as const) : []),
    ]
    const one: FuzzedRoute['methods'] = [
      ...(show ? (['GET'] as const) : []),
      ...(update ? (['PATCH'] as const) : []),
      ...(remove ? (['DELETE'] as const) : []),
    ]
    // Weights: resources are more important than the many small routes, and writable types most of all.
    for (let times = 0; times < (writableTypes.has(type) ? 12 : 3); times++) {
      if (list.length > 0) result.push({ path: `/api/${type}`, methods: list, type })
      if (one.length > 0) result.push({ path: `/api/${type}/:id`, methods: one, type })
    }
  }
  for (const { path, method } of routes) result.push({ path, methods: [method] })
  return result
}
