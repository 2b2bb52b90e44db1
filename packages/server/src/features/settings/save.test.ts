import { admin, createTestForum, eachTestForum, grant, makeUser, type TestForum } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { moderators } from '../../points/context/actor.ts'
import './table.ts'

async function stored(forum: TestForum, key: string): Promise<string | null | undefined> {
  const { read } = forum.current.database
  const row = await read.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

const pointers = (body: { errors: { source?: { pointer: string } }[] }) =>
  body.errors.map(({ source }) => source?.pointer)

eachTestForum((open) => {
  test('B178 administrators store settings under any key', async () => {
    const forum = await open()
    const { status, text } = await (await forum.as(admin)).post('/api/settings', { hello: 'world' })
    expect({ status, text, stored: await stored(forum, 'hello') }).toEqual({
      status: 204,
      text: '',
      stored: 'world',
    })
  })

  test('texts, numbers, booleans and null are stored as texts', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const sent = { a: 1.5, b: true, c: false, d: null, e: '', f: 'é\n😀', csrfToken: 'not a setting' }
    expect((await asAdmin.post('/api/settings', sent)).status).toBe(204)
    for (const [key, value] of Object.entries({ a: '1.5', b: '1', c: '', d: null, e: '', f: 'é\n😀' })) {
      expect(await stored(forum, key), key).toBe(value)
    }
    expect(await stored(forum, 'csrfToken')).toBeUndefined()
    expect((await asAdmin.post('/api/settings', {})).status).toBe(204)
  })

  test('settings take effect at once, also for the next request of a guest', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    await asAdmin.post('/api/settings', { forum_title: 'Renamed', allow_sign_up: false })
    expect((await forum.guest().get('/api')).body.data.attributes).toMatchObject({
      title: 'Renamed',
      allowSignUp: false,
    })
  })

  test('one refused value rejects the whole request', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const { status, body } = await asAdmin.post('/api/settings', {
      forum_title: 'Never',
      theme_primary_color: 'red',
      allow_renaming: 'sometimes',
      list: [1],
    })
    expect(status).toBe(422)
    expect(pointers(body)).toEqual([
      '/data/attributes/theme_primary_color',
      '/data/attributes/allow_renaming',
      '/data/attributes/list',
    ])
    expect(body.errors.every(({ detail }) => detail && !detail.includes('validation.'))).toBe(true)
    expect(await stored(forum, 'forum_title')).toBe('Test forum')
  })

  test('concurrent writers leave the settings of one of them', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const write = (value: string) => asAdmin.post('/api/settings', { first: value, second: value })
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(write))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    expect(await stored(forum, 'first')).toBe(await stored(forum, 'second'))
    expect(forum.logged).toEqual([])
  })
})

describe('settings are refused', () => {
  test.each<[what: string, body: object, pointer: string]>([
    ['B179 too long', { hello: 'x'.repeat(66_000) }, '/data/attributes/hello'],
    ['a list', { hello: [] }, '/data/attributes/hello'],
    ['an object', { hello: { a: 1 } }, '/data/attributes/hello'],
    ['a null character', { hello: 'a\0b' }, '/data/attributes/hello'],
    ['half a character', { hello: '\ud800' }, '/data/attributes/hello'],
    ['an empty key', { '': 'x' }, '/data'],
    ['a key that is too long', { ['k'.repeat(101)]: 'x' }, '/data'],
    ['a key with a null character', { 'a\0': 'x' }, '/data'],
    ['a key reserved for the forum', { version: '9' }, '/data/attributes/version'],
    ['enabled extensions', { extensions_enabled: '[]' }, '/data/attributes/extensions_enabled'],
    ['an invalid colour', { theme_secondary_color: '#12345' }, '/data/attributes/theme_secondary_color'],
    ['null for a colour', { theme_primary_color: null }, '/data/attributes/theme_primary_color'],
    ['a path', { logo_path: '../forum.sqlite' }, '/data/attributes/logo_path'],
  ])('%s', async (_what, body, pointer) => {
    const forum = await createTestForum()
    const answer = await (await forum.as(admin)).post('/api/settings', body)
    expect({ status: answer.status, pointers: pointers(answer.body) }).toEqual({
      status: 422,
      pointers: [pointer],
    })
    expect(forum.logged).toEqual([])
  })

  test('the limit of 65,000 counts characters, not bytes', async () => {
    const forum = await createTestForum()
    const value = '😀'.repeat(65_000)
    expect((await (await forum.as(admin)).post('/api/settings', { hello: value })).status).toBe(204)
    expect(await stored(forum, 'hello')).toBe(value)
  })

  test('from users without the permission administrate', async () => {
    const forum = await createTestForum()
    const member = await makeUser(forum)
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    for (const client of [await forum.as(member), await forum.as(moderator)]) {
      const { status, body } = await client.post('/api/settings', { hello: 'world' })
      expect({ status, code: body.errors[0]?.code }).toEqual({ status: 403, code: 'permission_denied' })
    }
    const browser = forum.browser()
    await browser.get('/api')
    expect((await browser.post('/api/settings', { hello: 'world' })).status).toBe(403)
    expect(await stored(forum, 'hello')).toBeUndefined()
    await grant(forum, 'administrate', [moderators])
    expect((await (await forum.as(moderator)).post('/api/settings', { hello: 'world' })).status).toBe(204)
  })

  test('names of properties of every object are valid keys', async () => {
    const forum = await createTestForum()
    const asAdmin = await forum.as(admin)
    const body = '{"__proto__":"a","constructor":"b","toString":"c"}'
    expect((await asAdmin.send('/api/settings', { method: 'POST', body })).status).toBe(204)
    expect(await stored(forum, '__proto__')).toBe('a')
    expect(await stored(forum, 'constructor')).toBe('b')
    const nested = '{"__proto__":{"isAdmin":true}}'
    expect((await asAdmin.send('/api/settings', { method: 'POST', body: nested })).status).toBe(422)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    expect((await forum.guest().get('/api')).status).toBe(200)
  })
})

describe('the style sheet', () => {
  const post = async (css: string) => {
    const forum = await createTestForum()
    const answer = await (await forum.as(admin)).post('/api/settings', { custom_less: css })
    return { status: answer.status, pointers: answer.status === 204 ? [] : pointers(answer.body) }
  }

  test.each([
    '',
    ':root { --accent-seed: #123456; }\n.Header { &:hover { color: rebeccapurple } }',
    '@media (min-width: 30rem) { @supports (display: grid) { a { color: red } } }',
    '@keyframes x { from { opacity: 0 } }',
    'a { background: url(/assets/sky.png) no-repeat, url("data:image/png;base64,AA=="), url(#gradient) }',
    'a::before { content: "Note: half // half" }',
  ])('may be %j', async (css) => {
    expect(await post(css)).toEqual({ status: 204, pointers: [] })
  })

  test.each([
    'a { color: red',
    '}',
    'a { b }',
    '@import "x.css";',
    '@IMPORT url(x.css);',
    '@\\69mport "x.css";',
    '@primary: red; a { color: @primary }',
    '.b { .mixin(); }',
    'a { background: data-uri("x.png") }',
    'a::before { content: "</style>" }',
    'a{{{{',
    'a { background: url(https://elsewhere.example/a.png) }',
    'a { background: URL( "//elsewhere.example/a.png" ) }',
    'a { background: url("http:elsewhere.example") }',
    'a { background: u\\72l("\\68ttps://elsewhere.example") }',
    'a { background: url("\\1 https://elsewhere.example") }',
    'a { background: url("ht\\\ntps:\\\\elsewhere.example") }',
    '@font-face { font-family: x; src: url(\\/\\/elsewhere.example/x.woff2) }',
    'a { --picture: "https://elsewhere.example"; background: image-set(var(--picture) 1x) }',
  ])('may not be %j', async (css) => {
    expect(await post(css)).toEqual({ status: 422, pointers: ['/data/attributes/custom_less'] })
  })

  test('a refusal names the address of another site', async () => {
    const forum = await createTestForum()
    const css = 'a { background: url(https://elsewhere.example/a.png) }'
    const answer = await (await forum.as(admin)).post('/api/settings', { custom_less: css })
    expect(answer.body.errors?.[0]?.detail).toMatch(
      /^Custom styles must not load anything from other sites: “https:\/\/elsewhere\.example\/a\.png”/,
    )
  })
})
