import { expect, test } from 'vitest'
import { type ExternalLogInResult, fromFragment, toFragment } from './external-log-in.ts'

test('a result survives the way through its fragment', () => {
  const results: ExternalLogInResult[] = [
    { loggedIn: true },
    { username: 'ånn & co', email: 'ann@machine.local', token: 'abc', provided: ['email'] },
    { token: 'abc', provided: [] },
  ]
  for (const result of results) expect(fromFragment(toFragment(result))).toEqual(result)
})

test('other fragments hold no result', () => {
  const fragmentOf = (text: string) => `#external-log-in=${encodeURIComponent(text)}`
  for (const fragment of [
    '',
    '#p12',
    '#external-log-in=',
    '#external-log-in=%',
    fragmentOf('1'),
    fragmentOf('{}'),
  ])
    expect(fromFragment(fragment)).toBeUndefined()
  expect(fromFragment(fragmentOf('{"token":1,"provided":[]}'))).toBeUndefined()
  expect(fromFragment(fragmentOf('{"token":"a","provided":[],"email":{}}'))).toBeUndefined()
})
