import { expect, test } from 'vitest'
import { csrfSecret, csrfToken } from './csrf-token.ts'

const secret = '0123456789abcdef0123'

test('the secret is recovered under any mask', () => {
  for (const mask of ['00000000000000000000', 'ffffffffffffffffffff', '8a1f00e7c5529b3d4610']) {
    const token = csrfToken(secret, mask)
    expect(token).toMatch(/^[0-9a-f]{40}$/)
    expect(csrfSecret(token)).toBe(secret)
  }
})

test('two opposite masks change every character of the token', () => {
  const [one, other] = ['0', 'f'].map((digit) => csrfToken(secret, digit.repeat(20)))
  expect([...(one ?? '')].filter((digit, index) => digit === other?.[index])).toEqual([])
})

test('a malformed token has no secret', () => {
  for (const text of ['', 'wrong', 'f'.repeat(39), 'F'.repeat(40), `${'f'.repeat(40)}\n`, 'g'.repeat(40)]) {
    expect(csrfSecret(text)).toBeUndefined()
  }
})
