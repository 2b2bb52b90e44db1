import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, tryUnseal, unseal } from './sealing.ts'

const newKey = () => createSecretKey(randomBytes(32))
const key = { sealing: newKey(), previous: [] }

test.each(['', 'a', 'Grüße 👋'.repeat(1000)])('a sealed text can be unsealed', (text) => {
  expect(unseal(key, 'test', seal(key, 'test', text))).toBe(text)
})

test('a sealed text reveals nothing, and the same text is never sealed the same way twice', () => {
  const sealed = seal(key, 'test', 'secret')
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('secret')
  expect(seal(key, 'test', 'secret')).not.toBe(sealed)
})

test('a text cannot be unsealed with another key, for another purpose, or after a change', () => {
  const sealed = seal(key, 'test', 'secret')
  const bytes = Buffer.from(sealed, 'base64')
  bytes[14] = (bytes[14] ?? 0) ^ 1
  expect(() => unseal({ sealing: newKey(), previous: [] }, 'test', sealed)).toThrow()
  expect(() => unseal(key, 'other', sealed)).toThrow()
  expect(() => unseal(key, 'test', bytes.toString('base64'))).toThrow()
  expect(() => unseal(key, 'test', '')).toThrow()
  expect(tryUnseal(key, 'test', sealed)).toBe('secret')
  for (const text of ['', 'x', '{"status":201}', sealed.slice(0, 30), bytes.toString('base64')]) {
    expect(tryUnseal(key, 'test', text)).toBeUndefined()
  }
})

test('a former key unseals its texts, and seals no new ones', () => {
  const rotated = { sealing: newKey(), previous: [{ sealing: newKey() }, key] }
  expect(unseal(rotated, 'test', seal(key, 'test', 'old'))).toBe('old')
  const fresh = seal(rotated, 'test', 'new')
  expect(unseal(rotated, 'test', fresh)).toBe('new')
  expect(tryUnseal(key, 'test', fresh)).toBeUndefined()
})
