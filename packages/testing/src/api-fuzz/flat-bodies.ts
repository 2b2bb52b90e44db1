import type { Random } from '@parley/seed/random'
import { members, moderators } from '@parley/server/actor'
import { anyText, anyValue } from './values.ts'
import type { FuzzedForum } from './world.ts'

/** The body of a request and its content type. */
export interface Body {
  payload: string | Buffer
  type: string
}

// A PNG of one transparent pixel.
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

/** Valid bodies for routes that are not endpoints of resources, by path. */
const validBodies: Readonly<
  Record<string, (random: Random, fuzzed: FuzzedForum) => Record<string, unknown>>
> = {
  '/api/settings': (random) => ({
    [random.pick(settings)]: random.pick(['', '10', 'reply', '-1', 'A text']),
  }),
  '/api/permission': (random) => ({
    permission: random.pick(permissions),
    groupIds: random.pick([[], [moderators], [members, moderators], [moderators, 9999]]),
  }),
  '/api/forgot': (random, fuzzed) => ({ email: `${nameOf(random, fuzzed)}@machine.local` }),
  '/forgot': (random, fuzzed) => ({ email: `${nameOf(random, fuzzed)}@machine.local` }),
  '/api/token': logIn,
  '/login': logIn,
  '/register': (random) => {
    const username = `someone${random.below(2000)}`
    return { username, email: `${username}@machine.local`, password: 'long enough' }
  },
  '/reset': (random, fuzzed) => ({
    passwordToken: random.pick(fuzzed.mailed),
    password: 'long enough',
    password_confirmation: random.chance(0.9) ? 'long enough' : 'something else',
  }),
  '/composer': (random) => ({ title: `Some title ${random.below(1000)}`, content: 'Some text' }),
  '/d/:id/reply': () => ({ content: 'Some text' }),
  '/admin/extensions/:name': (random) => ({ enabled: random.pick(['0', '1']) }),
  '/api/extensions/:name': (random) => ({ enabled: random.chance(0.7) }),
}

function logIn(random: Random, fuzzed: FuzzedForum): Record<string, unknown> {
  const password = random.pick(['long enough', 'wrong', 'correct horse battery'])
  return { identification: nameOf(random, fuzzed), password, remember: random.chance(0.5) }
}

function nameOf(random: Random, { usernames }: FuzzedForum): string {
  return random.pick([...usernames, 'root', 'nobody'])
}

/** A random body for a route: JSON, a form, or a file if the route accepts one. */
export function flatBody(random: Random, fuzzed: FuzzedForum, path: string, isValid: boolean): Body {
  const field = /(avatar|logo|favicon)$/.exec(path)?.[1]
  if (field && random.chance(0.8)) return upload(random, field, isValid)
  const body =
    isValid && validBodies[path] ? validBodies[path](random, fuzzed) : invalidBody(random, fuzzed, path)
  const isForm = path.startsWith('/api') ? random.chance(0.05) : random.chance(0.5)
  if (!isForm || typeof body !== 'object' || body === null)
    return { payload: JSON.stringify(body), type: 'application/vnd.api+json' }
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const form = new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, textOf(value).toWellFormed()]),
  )
  return { payload: form.toString(), type: 'application/x-www-form-urlencoded' }
}

/** Mixes the members of a valid body with random values and unknown members. */
function invalidBody(random: Random, fuzzed: FuzzedForum, path: string): unknown {
  if (random.chance(0.1)) return anyValue(random)
  const expected = Object.entries(validBodies[path]?.(random, fuzzed) ?? {})
  const others = ['token', 'title', 'content', 'groupIds', 'enabled', '__proto__', 'csrfToken']
  const entries = [
    ...expected
      .filter(() => random.chance(0.8))
      .map(([name, value]) => [name, random.chance(0.5) ? value : anyValue(random)]),
    ...(random.chance(0.3) ? [[random.pick(others), anyValue(random)]] : []),
  ]
  return Object.fromEntries(entries)
}

function upload(random: Random, field: string, isValid: boolean): Body {
  const boundary = 'fuzzed-boundary'
  const name = isValid ? field : random.pick([field, 'other', '__proto__', ''])
  const file = isValid
    ? 'me.png'
    : random.pick(['me.png', 'me.php', 'me', '../../me.svg', anyText(random).slice(0, 50)])
  const bytes = isValid
    ? png
    : random.pick([
        png,
        png.subarray(0, 40),
        Buffer.alloc(0),
        Buffer.from('<svg/>'),
        Buffer.alloc(3_000_000, 1),
      ])
  const type = isValid ? 'image/png' : random.pick(['image/png', 'image/svg+xml', 'text/html', 'x'])
  const quoted = file.toWellFormed().replaceAll(/["\r\n]/g, '_')
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${quoted}"\r\ncontent-type: ${type}\r\n\r\n`
  const end = isValid || random.chance(0.8) ? `\r\n--${boundary}--\r\n` : ''
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(end)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}
