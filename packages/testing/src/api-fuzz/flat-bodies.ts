import type { Random } from '@parley/server/random'
import { anyText, anyValue } from './values.ts'
import type { World } from './world.ts'

/** What a request carries. */
export interface Body {
  payload: string | Buffer
  type: string
}

// One transparent pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const permissions = ['discussion.hide', 'discussion.editPosts', 'startDiscussion', 'user.edit', 'strange.one']
const settings = [
  'forum_title',
  'welcome_message',
  'allow_renaming',
  'allow_post_editing',
  'custom_less',
  'hello',
]

/** What routes that are no resources are sent by people of good will, by path. */
const sane: Readonly<Record<string, (random: Random, world: World) => Record<string, unknown>>> = {
  '/api/settings': (random) => ({
    [random.pick(settings)]: random.pick(['', '10', 'reply', '-1', 'A text']),
  }),
  '/api/permission': (random) => ({
    permission: random.pick(permissions),
    groupIds: random.pick([[], [4], [3, 4], [4, 9999]]),
  }),
  '/api/forgot': (random, world) => ({ email: `${nameOf(random, world)}@machine.local` }),
  '/forgot': (random, world) => ({ email: `${nameOf(random, world)}@machine.local` }),
  '/api/token': logIn,
  '/login': logIn,
  '/register': (random) => {
    const username = `someone${random.below(2000)}`
    return { username, email: `${username}@machine.local`, password: 'long enough' }
  },
  '/reset': (random, world) => ({
    passwordToken: random.pick(world.mailed),
    password: 'long enough',
    password_confirmation: random.chance(0.9) ? 'long enough' : 'something else',
  }),
  '/composer': (random) => ({ title: `Some title ${random.below(1000)}`, content: 'Some text' }),
  '/d/:id/reply': () => ({ content: 'Some text' }),
  '/admin/extensions/:name': (random) => ({ enabled: random.pick(['0', '1']) }),
  '/api/extensions/:name': (random) => ({ enabled: random.chance(0.7) }),
}

function logIn(random: Random, world: World): Record<string, unknown> {
  const password = random.pick(['long enough', 'wrong', 'correct horse battery'])
  return { identification: nameOf(random, world), password, remember: random.chance(0.5) }
}

function nameOf(random: Random, { usernames }: World): string {
  return random.pick([...usernames, 'root', 'nobody'])
}

/** What a route of this path is sent: JSON, a form as browsers send it, or a file where it takes one. */
export function flatBody(random: Random, world: World, path: string, isSane: boolean): Body {
  const field = /(avatar|logo|favicon)$/.exec(path)?.[1]
  if (field && random.chance(0.8)) return upload(random, field, isSane)
  const body = isSane && sane[path] ? sane[path](random, world) : strange(random, world, path)
  const isForm = path.startsWith('/api') ? random.chance(0.05) : random.chance(0.5)
  if (!isForm || typeof body !== 'object' || body === null)
    return { payload: JSON.stringify(body), type: 'application/vnd.api+json' }
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const form = new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, textOf(value).toWellFormed()]),
  )
  return { payload: form.toString(), type: 'application/x-www-form-urlencoded' }
}

/** The members that belong there with any values, and others. */
function strange(random: Random, world: World, path: string): unknown {
  if (random.chance(0.1)) return anyValue(random)
  const known = Object.entries(sane[path]?.(random, world) ?? {})
  const others = ['token', 'title', 'content', 'groupIds', 'enabled', '__proto__', 'csrfToken']
  const entries = [
    ...known
      .filter(() => random.chance(0.8))
      .map(([name, value]) => [name, random.chance(0.5) ? value : anyValue(random)]),
    ...(random.chance(0.3) ? [[random.pick(others), anyValue(random)]] : []),
  ]
  return Object.fromEntries(entries)
}

function upload(random: Random, field: string, isSane: boolean): Body {
  const boundary = 'fuzzed-boundary'
  const name = isSane ? field : random.pick([field, 'other', '__proto__', ''])
  const file = isSane
    ? 'me.png'
    : random.pick(['me.png', 'me.php', 'me', '../../me.svg', anyText(random).slice(0, 50)])
  const bytes = isSane
    ? png
    : random.pick([
        png,
        png.subarray(0, 40),
        Buffer.alloc(0),
        Buffer.from('<svg/>'),
        Buffer.alloc(3_000_000, 1),
      ])
  const type = isSane ? 'image/png' : random.pick(['image/png', 'image/svg+xml', 'text/html', 'x'])
  const quoted = file.toWellFormed().replaceAll(/["\r\n]/g, '_')
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${quoted}"\r\ncontent-type: ${type}\r\n\r\n`
  const end = isSane || random.chance(0.8) ? `\r\n--${boundary}--\r\n` : ''
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(end)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}
