import { expect, test } from 'vitest'
import { chooseEncoding, isCompressible } from './compression.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip; q=0.5, zstd ;q=0.4', 'gzip'],
  ['gzip;q=0', undefined],
  ['*', 'zstd'],
  ['*;q=0', undefined],
  ['zstd;q=0, *;q=0.1', 'br'],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['gzip;q=nonsense', 'gzip'],
])('the encoding for %j is %j', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

test('text types are compressible, types that are compressed already are not', () => {
  for (const type of [
    'application/vnd.api+json',
    'application/json',
    'text/html; charset=utf-8',
    'text/css',
    'application/atom+xml; charset=utf-8',
    'application/xml',
    'image/svg+xml',
  ]) {
    expect({ type, isCompressible: isCompressible(type) }).toEqual({ type, isCompressible: true })
  }
  for (const type of ['image/png', 'application/zip', 'font/woff2', 'text/event-stream', undefined]) {
    expect({ type, isCompressible: isCompressible(type) }).toEqual({ type, isCompressible: false })
  }
})
