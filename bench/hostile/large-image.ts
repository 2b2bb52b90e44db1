import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const side = 7000
const bytesPerPixel = 6

/** Column and row steps of the seven passes of an interlaced PNG (PNG specification, 8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A small PNG file that is large when decoded: 49 megapixels of 16 bits a channel, interlaced. */
export function largeImage(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Bit depth 16, RGB, deflate, adaptive filters, interlaced.
  header.set([16, 2, 0, 0, 1], 8)
  const pixels = passes.reduce((sum, [x, y, stepX, stepY]) => {
    const [columns, rows] = [Math.ceil((side - x) / stepX), Math.ceil((side - y) / stepY)]
    return sum + rows * (1 + columns * bytesPerPixel)
  }, 0)
  const data = deflateSync(Buffer.alloc(pixels), { level: 9 })
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
