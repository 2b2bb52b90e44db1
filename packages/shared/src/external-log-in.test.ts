import { expect, test } from 'vitest'
import { type ExternalLogInResult, fromFragment, toFragment } from './external-log-in.ts'

test('a result comes back out of its fragment', () => {
  const results: ExternalLogInResult[] = [
    { loggedIn: true },
    { username: 'ånn & co', email: 'ann@machine.local', token: 'abc', provided: ['email'] },
    { token: 'abc', provided: [] },
  ]
  for (const result of results) expect(fromFragment(toFragment(result))).toEqual(result)
})

test('other fragments hold none', () => {
  const made = (text: string) => `#external-log-in=${encodeURIComponent(text)}`
  for (const fragment of ['', '#p12', '#external-log-in=', '#external-log-in=%', made('1'), made('{}')])
    expect(fromFragment(fragment)).toBeUndefined()
  expect(fromFragment(made('{"token":1,"provided":[]}'))).toBeUndefined()
  expect(fromFragment(made('{"token":"a","provided":[],"email":{}}'))).toBeUndefined()
})
