import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  type Deflate,
} from 'node:zlib'
import { CompressorPool } from './compressor-pool.ts'

export type Encoding = 'zstd' | 'br' | 'gzip'

/** Answers with fewer bytes are not compressed. */
export const compressionThreshold = 1024

/** Content types that compression makes smaller. */
const compressible = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]+\+)?(?:json|xml)\b|image\/svg\+xml)/

// Fast levels: better ones take several times as long and save a few per cent.
const zstdLevel = { [constants.ZSTD_c_compressionLevel]: 1 }
// A window of 256 kB, whose setup takes a tenth of the time of the default one.
const brotliLevel = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 }
const gzipLevel = 3

const toBrotli = promisify(brotliCompress)
// A write after the end of a frame begins another one; `reset` would lose the level.
const zstd = new CompressorPool({
  create: (options) => createZstdCompress({ ...options, params: zstdLevel, flush: constants.ZSTD_e_end }),
})
const gzip = new CompressorPool({
  create: (options) => createGzip({ ...options, level: gzipLevel, flush: constants.Z_FINISH }),
  // Gzip is deflate with a header; Node's types know `reset` of the latter only.
  restart: (compressor) => (compressor as Deflate).reset(),
})

/** Whether an answer of this content type is worth compressing. */
export function isCompressible(contentType: unknown): boolean {
  return typeof contentType === 'string' && compressible.test(contentType)
}

/**
 * Chooses the encoding for an `Accept-Encoding` header (RFC 9110, 12.5.3): the one with the highest weight, and of
 * equal ones zstd, then brotli; undefined if the client prefers no encoding or does not send the header.
 */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  if (!header) return undefined
  const weights = new Map<string, number>()
  for (const part of header.split(',', 50)) {
    const [name = '', ...parameters] = part.split(';')
    const weight = parameters
      .map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1])
      .find(Boolean)
    weights.set(name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight))
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  const weightOfIdentity = weights.get('identity') ?? 0
  return (['zstd', 'br', 'gzip'] as const)
    .filter((encoding) => weightOf(encoding) > 0 && weightOf(encoding) >= weightOfIdentity)
    .reduce<Encoding | undefined>(
      (best, encoding) => (best && weightOf(best) >= weightOf(encoding) ? best : encoding),
      undefined,
    )
}

/** Compresses a complete answer, in the thread pool of Node. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'zstd':
      return zstd.compress(bytes)
    case 'gzip':
      return gzip.compress(bytes)
    case 'br':
      return toBrotli(bytes, { params: { ...brotliLevel, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  }
}

/** Makes a stream that compresses an answer and flushes after each piece. */
export function createCompressor(encoding: Encoding): Transform {
  switch (encoding) {
    case 'zstd':
      return createZstdCompress({ params: zstdLevel, flush: constants.ZSTD_e_flush })
    case 'br':
      return createBrotliCompress({
        params: brotliLevel,
        flush: constants.BROTLI_OPERATION_FLUSH,
      })
    case 'gzip':
      return createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH })
  }
}
