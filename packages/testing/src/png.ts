import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'

const megabyte = 1024 * 1024

/** A black square, 1 bit per pixel: the smallest possible file. @param side a multiple of 8, in pixels. */
export function blackPng(side: number): Buffer {
  return pngOf({ side, depth: 1, color: 0, interlace: 0 }, deflateSync(Buffer.alloc((1 + side / 8) * side)))
}

/** A black square, 16 bits for each of three colours, interlaced: a small file that decodes to 6 bytes per pixel. */
export function deepPng(side: number): Buffer {
  // Start and step of each of the seven passes: https://www.w3.org/TR/png-3/#8InterlaceMethods
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  const length = passes
    .map(([x, y, stepX, stepY]) => Math.ceil((side - y) / stepY) * (1 + Math.ceil((side - x) / stepX) * 6))
    .reduce((sum, bytes) => sum + bytes)
  const block = deflateRawSync(Buffer.alloc(megabyte), { finishFlush: constants.Z_FULL_FLUSH })
  const check = Buffer.alloc(4)
  check.writeUInt16BE(length % 65_521)
  check.writeUInt16BE(1, 2)
  const blocks = Array.from({ length: Math.floor(length / megabyte) }, () => block)
  const rows = [Buffer.from('789c', 'hex'), ...blocks, deflateRawSync(Buffer.alloc(length % megabyte)), check]
  return pngOf({ side, depth: 16, color: 2, interlace: 1 }, Buffer.concat(rows))
}

function pngOf(
  { side, depth, color, interlace }: { side: number; depth: number; color: number; interlace: number },
  rows: Buffer,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([depth, color, 0, 0, interlace], 8)
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, check])
  }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.of())])
}
