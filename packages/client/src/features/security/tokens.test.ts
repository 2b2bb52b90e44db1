import { expect, test } from 'vitest'
import { splitTokens, type Token } from './tokens.ts'

function token(id: string, values: Partial<Token>): Token {
  return {
    type: 'access-tokens',
    id,
    relationships: {},
    userId: 2,
    createdAt: '2026-01-01T00:00:00+00:00',
    lastActivityAt: null,
    isCurrent: false,
    isSessionToken: true,
    title: null,
    lastIpAddress: null,
    device: 'Firefox on Linux',
    ...values,
  }
}

test('sessions are sorted by current first, then last use; developer tokens by newest first', () => {
  const { sessions, developerTokens } = splitTokens([
    token('1', { lastActivityAt: '2026-01-02T00:00:00+00:00' }),
    token('2', { isSessionToken: false }),
    token('3', { createdAt: '2026-01-04T00:00:00+00:00' }),
    token('4', { isCurrent: true, lastActivityAt: '2026-01-01T00:00:00+00:00' }),
    token('10', { isSessionToken: false }),
  ])
  expect(sessions.map(({ id }) => id)).toEqual(['4', '3', '1'])
  expect(developerTokens.map(({ id }) => id)).toEqual(['10', '2'])
})
