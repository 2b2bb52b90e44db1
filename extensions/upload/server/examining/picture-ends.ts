import type { FileBytes } from './file-bytes.ts'

/** Where a picture ends, by its own structure. */
type EndOf = (bytes: FileBytes) => number

const png: EndOf = (bytes) => {
  let at = 8
  for (;;) {
    const next = at + 12 + bytes.uint32(at)
    if (bytes.name(at + 4, 4) === 'IEND') return next
    at = next
  }
}

const jpeg: EndOf = (bytes) => {
  let at = 2
  for (;;) {
    // Between the segments of scans are their data: 0xff 0x00 is a byte of them, and 0xff 0xd0 to 0xff 0xd7 divide them.
    for (at = bytes.find(0xff, at); isScanData(bytes.byte(at + 1)); ) at = bytes.find(0xff, at + 2)
    const marker = bytes.byte(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return at + 2
    else at += 2 + bytes.uint16(at + 2)
  }
}

const isScanData = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

const gif: EndOf = (bytes) => {
  const afterTable = (at: number, flags: number) => at + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const afterBlocks = (start: number) => {
    let at = start
    for (let length = bytes.byte(at); length > 0; length = bytes.byte(at)) at += length + 1
    return at + 1
  }
  let at = afterTable(13, bytes.byte(10))
  for (;;) {
    const kind = bytes.byte(at)
    if (kind === 0x3b) return at + 1
    if (kind === 0x21) at = afterBlocks(at + 2)
    else if (kind === 0x2c) at = afterBlocks(afterTable(at + 10, bytes.byte(at + 9)) + 1)
    else return -1
  }
}

const webp: EndOf = (bytes) => {
  const length = bytes.slice(4, 4).readUInt32LE()
  return 8 + length + (length % 2)
}

const boxes = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'uuid', 'mini', 'moof', 'sidx'])

const avif: EndOf = (bytes) => {
  let at = 0
  while (at < bytes.size) {
    if (!boxes.has(bytes.name(at + 4, 4))) return at
    const length = bytes.uint32(at)
    if (length === 0) return bytes.size
    at += length === 1 ? Number(bytes.slice(at + 8, 8).readBigUInt64BE()) : Math.max(8, length)
  }
  return at
}

const ends: ReadonlyMap<string, EndOf> = new Map([
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/gif', gif],
  ['image/webp', webp],
  ['image/avif', avif],
])

/** Whether nothing stands behind the end of a picture that should not. @throws `BeyondEnd` for one that is cut off. */
export function endsCleanly(bytes: FileBytes, type: string): boolean {
  const end = ends.get(type)?.(bytes) ?? bytes.size
  return end === bytes.size || (end > 0 && type === 'image/jpeg' && isFromCamera(bytes, end))
}

/**
 * Cameras put more behind a JPEG: further pictures, a short film, or a table of both. That is no harm, as such a picture is
 * encoded again without it.
 */
function isFromCamera(bytes: FileBytes, end: number): boolean {
  const rest = bytes.size - end
  if (rest < 8) return bytes.slice(end, rest).every((byte) => byte === 0)
  return (
    bytes.uint16(end) === 0xffd8 ||
    bytes.name(end + 4, 4) === 'ftyp' ||
    bytes.name(bytes.size - 4, 4) === 'SEFT'
  )
}
