import { expect, test } from 'vitest'
import type { App } from '../points/app.ts'
import { publicAddress } from './public-address.ts'

const address = (baseUrl: string, isView?: true) =>
  publicAddress({ boot: { isView }, forum: { baseUrl } } as unknown as App, '/d/1')

test('an address to pass on is the forum’s, also in a view of it as another', () => {
  expect(address('https://example.com/forum')).toBe('https://example.com/forum/d/1')
  expect(address('https://example.com/forum/view-as/u2.17.abc', true)).toBe('https://example.com/forum/d/1')
  expect(address('https://example.com/view-as/u2.17.abc', true)).toBe('https://example.com/d/1')
})
