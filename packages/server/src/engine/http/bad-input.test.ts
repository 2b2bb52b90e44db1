import { admin, eachTestForum, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'

const document = (attributes: Record<string, unknown>) => ({ data: { attributes } })
const hostileTexts = [
  'a\0b',
  '\0',
  '\ud800',
  "'; drop table users; --",
  '<script>',
  '%',
  '\\',
  '😀'.repeat(9),
  '\u202e',
]

/** Expects no 5xx status and an empty log. */
function expectNoFailure(forum: TestForum, statuses: readonly number[]): void {
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(forum.logged).toEqual([])
}

eachTestForum((open) => {
  test('no text in a body, a path or a query is a 500', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const statuses: number[] = []
    for (const text of hostileTexts) {
      const encoded = text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text)
      const account = { username: text, email: text, password: text }
      const answers = await Promise.all([
        client.post('/api/token', { identification: text, password: text }),
        client.post('/api/users', document(account)),
        client.post('/register', account),
        client.post('/api/discussions', document({ title: `Title ${text}`, content: text })),
        client.patch('/api/users/1', document({ preferences: { locale: text, [text]: text } })),
        client.get(`/api/users/${encoded}?bySlug=1`),
        client.get(`/api/discussions/${encoded}?bySlug=1`),
        client.get(`/api/groups/${encoded}`),
        client.get(`/${encoded}`),
        client.get(`/logout?return=${encoded}&token=${encoded}`),
        ...['author', 'created', 'q', 'email', 'group', 'id', 'hidden', encoded].flatMap((name) => [
          client.get(`/api/discussions?filter[${name}]=${encoded}`),
          client.get(`/api/users?filter[-${name}]=${encoded}`),
          client.get(`/api/posts?filter[${name}][]=${encoded}`),
        ]),
        ...[
          'sort',
          'include',
          'page[limit]',
          'page[near]',
          'page[after]',
          'fields[users]',
          'page',
          'filter',
        ].map((name) => client.get(`/api/discussions?${name}=${encoded}`)),
      ])
      statuses.push(...answers.map(({ status }) => status))
    }
    expectNoFailure(forum, statuses)
  })

  test('no member of the wrong type is a 500', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const statuses: number[] = []
    const values = [
      null,
      true,
      7,
      1e308,
      -0.5,
      '',
      [],
      ['x'],
      [[]],
      {},
      { a: { b: [] } },
      'x'.repeat(100_000),
    ]
    for (const value of values) {
      const answers = await Promise.all([
        client.post('/api/users', { data: value }),
        client.post('/api/users', { data: { attributes: value } }),
        client.post('/api/users', document({ username: value, email: value, password: value })),
        client.post('/api/discussions', document({ title: value, content: value })),
        client.post('/api/token', { identification: value, password: value, remember: value }),
        client.patch('/api/users/1', document({ preferences: value, markedAllAsReadAt: value })),
        client.patch('/api/users/1', document({ preferences: { discloseOnline: value, locale: value } })),
        client.patch('/api/users/1', { data: { relationships: value }, meta: value }),
      ])
      statuses.push(...answers.map(({ status }) => status))
    }
    expectNoFailure(forum, statuses)
  })
})
