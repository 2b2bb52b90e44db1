import { hash } from '@node-rs/argon2'
import { leastCostRatio } from '@parley/testing/growth'
import { describe, expect, test } from 'vitest'
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords.ts'

describe('passwords', () => {
  test('are hashed with Argon2id as OWASP advises', async () => {
    const stored = await hashPassword('password')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(isOutdatedHash(stored)).toBe(false)
    expect(await verifyPassword('password', stored)).toBe(true)
    expect(await verifyPassword('passwore', stored)).toBe(false)
  })

  test('count in every composition of their letters, also where an older hash has another', async () => {
    const [composed, decomposed] = ['pässwörd é', 'pässwörd é'].map((text, index) =>
      text.normalize(index === 0 ? 'NFC' : 'NFD'),
    ) as [string, string]
    const stored = await hashPassword(decomposed)
    expect(await verifyPassword(composed, stored)).toBe(true)
    expect(await verifyPassword(decomposed, stored)).toBe(true)
    const older = await hash(decomposed, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    expect(await verifyPassword(decomposed, older)).toBe(true)
    expect(await verifyPassword(composed, older)).toBe(false)
  })

  test('checking an account without a hash takes as long as one with a hash', async () => {
    const stored = await hashPassword('password')
    const verify = (hash: string) => () => verifyPassword('wrong', hash)
    const ratio = await leastCostRatio(verify(''), verify(stored))
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})
