import type { IncomingMessage } from 'node:http'
import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { asUnfetchable, Unfetchable } from './connection.ts'

/** What a request accepts, in the header `accept-encoding`. */
export const acceptedEncodings = 'gzip, deflate, br'

// What was decompressed counts, also where the end of the file is cut off.
const cut = { finishFlush: constants.Z_SYNC_FLUSH }
const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(cut),
  'x-gzip': () => createGunzip(cut),
  deflate: () => createInflate(cut),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
}

/**
 * The first bytes of an answer, decompressed: at most `maximumBytes`, from at most as many compressed ones. The connection closes
 * when the reader stops. @throws Unfetchable
 */
export async function* piecesOf(response: IncomingMessage, maximumBytes: number): AsyncGenerator<Buffer> {
  let left = maximumBytes
  try {
    for await (const piece of decompressed(response, maximumBytes)) {
      yield piece.subarray(0, left)
      left -= piece.length
      if (left <= 0) return
    }
  } catch (error) {
    throw asUnfetchable(error)
  } finally {
    response.destroy()
  }
}

function decompressed(response: IncomingMessage, maximumBytes: number): AsyncIterable<Buffer> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return response
  const decompressor = decompressors[encoding]
  if (!decompressor) throw new Unfetchable('The encoding is unknown')
  const start = Readable.from(startOf(response, maximumBytes))
  // The reader gets the errors.
  return pipeline(start, decompressor(), () => {})
}

async function* startOf(response: AsyncIterable<Buffer>, maximumBytes: number): AsyncGenerator<Buffer> {
  let left = maximumBytes
  for await (const piece of response) {
    yield piece.subarray(0, left)
    left -= piece.length
    if (left <= 0) return
  }
}
