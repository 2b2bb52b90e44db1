/** The pixels of a picture, row by row from the top: 4 bytes each, red, green, blue, opacity. */
export interface Pixels {
  width: number
  height: number
  data: Buffer
}

const smallestHeader = 40
const uncompressed = 0
const bitFields = 3
const usualMasks = [0x00ff0000, 0x0000ff00, 0x000000ff]

/**
 * Reads an uncompressed BMP of 24 or 32 bits per pixel; returns undefined for other kinds, for a truncated file, and for
 * more than `maximumPixels` pixels. https://learn.microsoft.com/windows/win32/gdi/bitmap-storage
 */
export function decodeBmp(file: Uint8Array, maximumPixels: number): Pixels | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (bytes.length < 14 + smallestHeader || bytes.toString('latin1', 0, 2) !== 'BM') return undefined
  const start = bytes.readUInt32LE(10)
  const headerSize = bytes.readUInt32LE(14)
  const width = bytes.readInt32LE(18)
  const signedHeight = bytes.readInt32LE(22)
  const bits = bytes.readUInt16LE(28)
  const compression = bytes.readUInt32LE(30)
  const height = Math.abs(signedHeight)
  if (headerSize < smallestHeader || width <= 0 || height === 0 || width * height > maximumPixels)
    return undefined
  if (bits !== 24 && bits !== 32) return undefined
  if (compression !== uncompressed && !(compression === bitFields && bits === 32 && hasUsualMasks(bytes)))
    return undefined
  // Rows are padded to a multiple of four bytes.
  const rowSize = Math.ceil((width * bits) / 32) * 4
  if (start < 14 + smallestHeader || start + rowSize * height > bytes.length) return undefined
  const hasOpacity = compression === bitFields && headerSize >= 56 && bytes.readUInt32LE(66) === 0xff000000
  const rowAt = (y: number) => start + rowSize * (signedHeight < 0 ? y : height - 1 - y)
  return { width, height, data: readRows(bytes, { width, height, step: bits / 8, hasOpacity, rowAt }) }
}

/** Whether the masks, which follow the smallest header, put the three colours at their usual bits. */
function hasUsualMasks(bytes: Buffer): boolean {
  return bytes.length >= 70 && usualMasks.every((mask, index) => bytes.readUInt32LE(54 + index * 4) === mask)
}

interface Layout {
  width: number
  height: number
  /** Bytes per pixel. */
  step: number
  hasOpacity: boolean
  /** The offset of the row that is shown at `y`. */
  rowAt(y: number): number
}

function readRows(bytes: Buffer, { width, height, step, hasOpacity, rowAt }: Layout): Buffer {
  const data = Buffer.alloc(width * height * 4)
  let to = 0
  for (let y = 0; y < height; y++) {
    let from = rowAt(y)
    for (let x = 0; x < width; x++, from += step, to += 4) {
      data[to] = bytes[from + 2] ?? 0
      data[to + 1] = bytes[from + 1] ?? 0
      data[to + 2] = bytes[from] ?? 0
      data[to + 3] = hasOpacity ? (bytes[from + 3] ?? 0) : 255
    }
  }
  return data
}
