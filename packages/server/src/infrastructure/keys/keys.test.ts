import { expect, test } from 'vitest'
import { fingerprintOf, keysOf, secretFault } from './keys.ts'

const secret = 'a secret of more than 32 characters'.replaceAll(' ', '-')

test('a secret always yields the same two keys', () => {
  const { signing, sealing } = keysOf(secret)
  expect(signing.export()).toHaveLength(32)
  expect(signing.equals(sealing)).toBe(false)
  expect(keysOf(secret).signing.equals(signing)).toBe(true)
  expect(keysOf(secret).sealing.equals(sealing)).toBe(true)
  expect(keysOf(`${secret}!`).signing.equals(signing)).toBe(false)
})

test('the keys of a data folder may be written as one secret', () => {
  const [signing, sealing] = ['0a'.repeat(32), 'b1'.repeat(32)]
  const keys = keysOf(`${signing}:${sealing}`)
  expect(keys.signing.export().toString('hex')).toBe(signing)
  expect(keys.sealing.export().toString('hex')).toBe(sealing)
})

test('a fingerprint tells keys apart and reveals nothing about them', () => {
  const keys = keysOf(secret)
  const own = fingerprintOf(keys)
  expect(own).toMatch(/^[0-9a-f]{32}$/)
  const { signing, sealing } = keysOf(`${secret}!`)
  for (const others of [
    { ...keys, signing },
    { ...keys, sealing },
  ])
    expect(fingerprintOf(others)).not.toBe(own)
  for (const key of [keys.signing, keys.sealing]) {
    expect(own).not.toContain(key.export().toString('hex').slice(0, 8))
  }
})

test('the fault of a secret is described without quoting it', () => {
  expect(secretFault(secret)).toBeUndefined()
  for (const wrong of ['short', `${secret} and more`, `${secret},${secret}`]) {
    expect(secretFault(wrong)).toBeDefined()
    expect(secretFault(wrong)).not.toContain(wrong)
  }
})
