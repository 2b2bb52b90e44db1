import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, compress, isCompressible } from './compression.ts'

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

test.each([
  ['zstd', zstdDecompressSync],
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'answers compressed with %s stay apart, at the same time and one after the other',
  async (encoding, decompress) => {
    for (let round = 0; round < 3; round++) {
      // More answers than compressors that are kept; some take several buffers of output.
      const answers = Array.from({ length: 40 }, (_, index) =>
        index % 8 === 0 ? randomText(100_000) : `answer ${round} ${index} `.repeat(200),
      )
      const compressed = await Promise.all(answers.map((answer) => compress(Buffer.from(answer), encoding)))
      expect(compressed.map((bytes) => decompress(bytes).toString())).toEqual(answers)
      for (const [index, { length }] of compressed.entries()) {
        if (index % 8 !== 0) expect(length).toBeLessThan(200)
      }
    }
  },
)

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64')
}
