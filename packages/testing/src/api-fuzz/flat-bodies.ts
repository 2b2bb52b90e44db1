import { members, moderators } from '@parley/server/actor'
import fc from 'fast-check'
import { chance, either, sometimes } from './choices.ts'
import { anyText, anyValue, numbered } from './values.ts'
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

type Members = Record<string, unknown>

/** Valid bodies for routes that are not endpoints of resources, by path. */
const validBodies: Readonly<Record<string, (fuzzed: FuzzedForum) => fc.Arbitrary<Members>>> = {
  '/api/settings': () =>
    fc
      .tuple(fc.constantFrom(...settings), fc.constantFrom('', '10', 'reply', '-1', 'A text'))
      .map(([key, value]) => ({ [key]: value })),
  '/api/permission': () =>
    fc.record({
      permission: fc.constantFrom(...permissions),
      groupIds: fc.constantFrom([], [moderators], [members, moderators], [moderators, 9999]),
    }),
  '/api/admin/permissions/import': () =>
    fc.record({
      file: fc.record({
        parley: fc.constant('permissions'),
        version: fc.constant(1),
        groups: fc.constant([]),
        permissions: fc.constantFrom(...permissions).map((name) => [{ name, groups: [] }]),
      }),
      apply: fc.boolean(),
    }),
  '/api/forgot': forgot,
  '/forgot': forgot,
  '/api/token': logIn,
  '/login': logIn,
  '/register': () =>
    numbered('someone', 2000).map((username) => ({
      username,
      email: `${username}@machine.local`,
      password: 'long enough',
    })),
  '/reset': (fuzzed) =>
    fc.record({
      passwordToken: fc.constantFrom(...fuzzed.mailed),
      password: fc.constant('long enough'),
      password_confirmation: chance(90).map((isSame) => (isSame ? 'long enough' : 'something else')),
    }),
  '/composer': () => fc.record({ title: numbered('Some title ', 1000), content: fc.constant('Some text') }),
  '/d/:id/reply': () => fc.constant({ content: 'Some text' }),
  '/admin/extensions/:name': () => fc.record({ enabled: fc.constantFrom('0', '1') }),
  '/api/extensions/:name': () => fc.record({ enabled: chance(70) }),
}

function forgot(fuzzed: FuzzedForum): fc.Arbitrary<Members> {
  return nameOf(fuzzed).map((name) => ({ email: `${name}@machine.local` }))
}

function logIn(fuzzed: FuzzedForum): fc.Arbitrary<Members> {
  return fc.record({
    identification: nameOf(fuzzed),
    password: fc.constantFrom('long enough', 'wrong', 'correct horse battery'),
    remember: fc.boolean(),
  })
}

function nameOf({ usernames }: FuzzedForum): fc.Arbitrary<string> {
  return fc.constantFrom(...usernames, 'root', 'nobody')
}

/** A random body for a route: JSON, a form, or a file if the route accepts one. */
export function flatBody(fuzzed: FuzzedForum, path: string, isValid: boolean): fc.Arbitrary<Body> {
  const valid = validBodies[path]?.(fuzzed)
  const members = isValid && valid ? valid : invalidBody(valid ?? fc.constant({}))
  const body = fc.tuple(members, chance(path.startsWith('/api') ? 5 : 50)).map(toBody)
  const field = /(avatar|logo|favicon)$/.exec(path)?.[1]
  if (!field) return body
  return either(20, body, upload(field, isValid))
}

function toBody([body, isForm]: [unknown, boolean]): Body {
  if (!isForm || typeof body !== 'object' || body === null)
    return { payload: JSON.stringify(body), type: 'application/vnd.api+json' }
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const form = new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, textOf(value).toWellFormed()]),
  )
  return { payload: form.toString(), type: 'application/x-www-form-urlencoded' }
}

/** Mixes the members of a valid body with random values and unknown members. */
function invalidBody(valid: fc.Arbitrary<Members>): fc.Arbitrary<unknown> {
  const others = ['token', 'title', 'content', 'groupIds', 'enabled', '__proto__', 'csrfToken']
  const kept = fc.constant((entry: [string, unknown]) => [entry])
  const dropped = fc.constant(() => [])
  const replaced = anyValue.map((value) => ([name]: [string, unknown]) => [[name, value]])
  const change = either(20, dropped, either(50, kept, replaced))
  const changes = fc.tuple(change, change, change)
  const mixed = fc
    .record({ valid, changes, other: sometimes(30, fc.tuple(fc.constantFrom(...others), anyValue)) })
    .map(({ valid, changes, other }) =>
      Object.fromEntries([
        ...Object.entries(valid).flatMap((entry, index) => changes[index]?.(entry) ?? []),
        ...(other ? [other] : []),
      ]),
    )
  return either(90, mixed, anyValue)
}

const brokenFiles: readonly Buffer[] = [
  png,
  png.subarray(0, 40),
  Buffer.alloc(0),
  Buffer.from('<svg/>'),
  Buffer.alloc(3_000_000, 1),
]

function upload(field: string, isValid: boolean): fc.Arbitrary<Body> {
  const valid = fc.record({
    name: fc.constant(field),
    file: fc.constant('me.png'),
    bytes: fc.constant(png),
    type: fc.constant('image/png'),
    hasEnd: fc.constant(true),
  })
  const broken = fc.record({
    name: fc.constantFrom(field, 'other', '__proto__', ''),
    file: either(
      80,
      fc.constantFrom('me.png', 'me.php', 'me', '../../me.svg'),
      anyText.map((text) => text.slice(0, 50)),
    ),
    bytes: fc.constantFrom(...brokenFiles),
    type: fc.constantFrom('image/png', 'image/svg+xml', 'text/html', 'x'),
    hasEnd: chance(80),
  })
  return (isValid ? valid : broken).map(({ name, file, bytes, type, hasEnd }) => {
    const boundary = 'fuzzed-boundary'
    const quoted = file.toWellFormed().replaceAll(/["\r\n]/g, '_')
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${quoted}"\r\ncontent-type: ${type}\r\n\r\n`
    const end = hasEnd ? `\r\n--${boundary}--\r\n` : ''
    return {
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(end)]),
      type: `multipart/form-data; boundary=${boundary}`,
    }
  })
}
