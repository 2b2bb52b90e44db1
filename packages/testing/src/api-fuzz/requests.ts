import type { Random } from '@parley/server/random'
import { type Body, flatBody } from './flat-bodies.ts'
import { anyId, anyText, anyValue } from './values.ts'
import type { World } from './world.ts'

/** A request as somebody sends it. */
export interface FuzzedRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD'
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** A place of the forum: a path with `:names`, the methods it has, what may be sent there. */
interface Place {
  path: string
  methods: readonly FuzzedRequest['method'][]
  /** The resource type, if it is one of a resource. */
  type?: string
}

/** Puts passwords to work or rebuilds the forum: too slow to be asked for as often as the rest. */
const slow = /^\/(api\/(users|token|extensions|cache|logo|favicon)|login|register|reset|setup|admin\/)/

/** Ends the sessions and accounts that everybody acts with until the world is made anew: asked for now and then. */
function endsPeople(method: FuzzedRequest['method'], path: string): boolean {
  if (method === 'DELETE') return /^\/api\/(users\/:id|access-tokens\/:id|sessions)$/.test(path)
  return path === '/global-logout'
}

/** Makes requests to every endpoint and route of a forum, sensible and hostile ones, the same for the same seed. */
export class RequestGenerator {
  readonly #random: Random
  readonly #world: World
  readonly #places: readonly Place[]
  /** Whether the request in the making is what a client of good will sends. */
  #isSane = false

  constructor(random: Random, world: World) {
    this.#random = random
    this.#world = world
    this.#places = placesOf(world)
  }

  next(): FuzzedRequest {
    const random = this.#random
    this.#isSane = random.chance(0.5)
    let place = random.pick(this.#places)
    let method = random.chance(0.97)
      ? random.pick(place.methods)
      : random.pick(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD'] as const)
    const isRare = () => (method !== 'GET' && slow.test(place.path)) || endsPeople(method, place.path)
    while (isRare() && random.chance(0.9)) {
      place = random.pick(this.#places)
      method = random.pick(place.methods)
    }
    const path = place.path.replace(/:\w+/g, (name) => this.#pathPart(place, name))
    const query = random.chance(this.#isSane ? 0.2 : 0.6) ? this.#query(place, path !== place.path) : ''
    const headers = this.#headers(method, place)
    if (method === 'GET' || method === 'HEAD') return { method, url: path + query, headers }
    const { payload, type } = this.#body(place)
    headers['content-type'] ??= type
    return { method, url: path + query, headers, payload }
  }

  #pathPart(place: Place, name: string): string {
    const random = this.#random
    if (place.type !== undefined || (name === ':id' && random.chance(0.9))) {
      return this.#id(place.type ?? (place.path.includes('users') ? 'users' : undefined))
    }
    const known: readonly string[] =
      name === ':token'
        ? this.#world.mailed
        : name === ':slug'
          ? this.#world.usernames
          : this.#world.forum.current.extensions.installed.map(({ id }) => id)
    if (known.length > 0 && random.chance(0.6)) return encodeURIComponent(random.pick(known))
    return random.chance(0.3) ? this.#id() : encodeURIComponent(shortText(random, 100))
  }

  #id(type = 'discussions'): string {
    return anyId(this.#random, this.#world.newest.get(type))
  }

  #headers(method: FuzzedRequest['method'], { path }: Place): Record<string, string> {
    const random = this.#random
    // What guests send without a CSRF token ends there.
    const isGuest = random.chance(method === 'GET' ? 0.2 : 0.05)
    const kind = isGuest ? 'guest' : random.pick([...this.#world.tokens.keys()])
    // Outside the API only browsers are somebody.
    const isBrowser = !path.startsWith('/api') || random.chance(isGuest ? 0.8 : 0.2)
    const headers = isBrowser ? this.#browserHeaders(kind) : this.#tokenHeaders(kind)
    if (this.#isSane) return headers
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
    const browser = this.#world.browsers.get(kind)
    if (!browser) return {}
    const isSent = this.#isSane || this.#random.chance(0.9)
    return { cookie: browser.cookie, ...(isSent && { 'x-csrf-token': browser.csrfToken }) }
  }

  #tokenHeaders(kind: string): Record<string, string> {
    const token = this.#world.tokens.get(kind)
    return token === undefined ? {} : { authorization: `Token ${token}` }
  }

  #query(place: Place, isOne: boolean): string {
    const random = this.#random
    const resource = this.#world.forum.current.points.resources.get(place.type ?? '')
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
      add('include', random.pick([...own, ...(this.#isSane ? [] : others), '']))
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

  #body(place: Place): Body {
    const random = this.#random
    const json = 'application/vnd.api+json'
    if (!this.#isSane && random.chance(0.06))
      return { payload: random.pick(['{', '5', '"x"', '[1]', '', 'null', '\u0000']), type: json }
    if (!this.#isSane && random.chance(0.02))
      return { payload: `{"data":${'['.repeat(4000)}${']'.repeat(4000)}}`, type: json }
    if (place.type === undefined) return flatBody(random, this.#world, place.path, this.#isSane)
    return { payload: JSON.stringify(this.#documentFor(place.type)), type: json }
  }

  #documentFor(type: string): unknown {
    const random = this.#random
    if (!this.#isSane && random.chance(0.1)) return anyValue(random)
    const resource = this.#world.forum.current.points.resources.get(type)
    const attributes: [string, unknown][] = []
    for (const [name, { schema }] of resource?.fields ?? []) {
      const isLikely = this.#isSane && /^(title|content|name|email|username|password)/.test(name)
      if (schema ? random.chance(isLikely ? 0.95 : 0.4) : random.chance(0.03))
        attributes.push([name, this.#attribute(name)])
    }
    // The first post's.
    if (type === 'discussions' && random.chance(0.9)) attributes.push(['content', this.#attribute('content')])
    if (random.chance(0.03)) attributes.push(['__proto__', anyValue(random)])
    const data = { type, attributes: Object.fromEntries(attributes), relationships: this.#relationships() }
    return random.chance(0.2) ? { data, meta: anyValue(random) } : { data }
  }

  #attribute(name: string): unknown {
    const random = this.#random
    if (!this.#isSane && random.chance(0.6)) return anyValue(random)
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
    if (!this.#isSane && random.chance(0.1)) return anyValue(random)
    return {
      ...(random.chance(0.8) && { discussion: { data: identifier('discussions') } }),
      ...(random.chance(0.1) && { groups: { data: [identifier('groups'), identifier('groups')] } }),
      ...(!this.#isSane && random.chance(0.05) && { user: { data: anyValue(random) } }),
    }
  }
}

/** Addresses and forms hold well-formed texts only. */
function shortText(random: Random, length: number): string {
  return anyText(random).slice(0, length).toWellFormed()
}

const writtenIn: ReadonlySet<string> = new Set(['discussions', 'posts', 'users', 'groups'])

function placesOf({ forum }: World): Place[] {
  const { resources, routes } = forum.current.points
  const places: Place[] = []
  for (const { type, table, endpoints } of resources.values()) {
    if (table === undefined) continue
    const { index, show, create, update, delete: remove } = endpoints
    const list: Place['methods'] = [
      ...(index ? (['GET'] as const) : []),
      ...(create ? (['POST'] as const) : []),
    ]
    const one: Place['methods'] = [
      ...(show ? (['GET'] as const) : []),
      ...(update ? (['PATCH'] as const) : []),
      ...(remove ? (['DELETE'] as const) : []),
    ]
    // Resources matter more than the many small routes, and most where people write.
    for (let times = 0; times < (writtenIn.has(type) ? 12 : 3); times++) {
      if (list.length > 0) places.push({ path: `/api/${type}`, methods: list, type })
      if (one.length > 0) places.push({ path: `/api/${type}/:id`, methods: one, type })
    }
  }
  for (const { path, method } of routes) places.push({ path, methods: [method] })
  return places
}
