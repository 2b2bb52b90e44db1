import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { combineProtocols, type Protocol } from './protocols.ts'

const echo: Protocol = { path: '/api/echo', methods: ['POST'], handle: async () => {} }
const combine = (section: Record<string, Protocol>) => combineProtocols([{ owner: 'bell', section }])

test('protocols have an address of the API, and methods', () => {
  expect([...combine({ echo }).keys()]).toEqual(['echo'])
  expect(combineProtocols([{ owner: 'bell', section: undefined }]).size).toBe(0)
  expectFault('bell', 'protocols › echo', 'is not below /api/', () =>
    combine({ echo: { ...echo, path: '/echo' } }),
  )
  expectFault('bell', 'protocols › echo', 'has no methods', () => combine({ echo: { ...echo, methods: [] } }))
})
