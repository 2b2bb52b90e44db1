import type { FileBytes } from './file-bytes.ts'

const endLength = 22
const longestComment = 0xffff

/**
 * The names that decide what an archive is, of its central directory: those without a folder. Undefined if the archive is
 * damaged, if anything stands before or behind it, or if it needs the format of more than 65,535 files. Nothing is unpacked.
 * @throws `BeyondEnd` for one that is cut off.
 */
export function namesOfZip(bytes: FileBytes): ReadonlySet<string> | undefined {
  const end = endOf(bytes)
  if (end === undefined) return undefined
  const record = bytes.slice(end, endLength)
  const count = record.readUInt16LE(10)
  const length = record.readUInt32LE(12)
  const start = record.readUInt32LE(16)
  if (start + length !== end) return undefined
  if (count > 0 && bytes.name(0, 4) !== 'PK\u0003\u0004') return undefined
  const names = new Set<string>()
  let at = start
  for (let number = 0; number < count; number += 1) {
    const header = bytes.slice(at, 46)
    if (header.toString('latin1', 0, 4) !== 'PK\u0001\u0002' || header.readUInt32LE(42) >= start)
      return undefined
    const nameLength = header.readUInt16LE(28)
    const rest = header.readUInt16LE(30) + header.readUInt16LE(32)
    if (nameLength < 100) names.add(bytes.name(at + 46, nameLength))
    at += 46 + nameLength + rest
  }
  return at === end ? names : undefined
}

/** Where the record at the end begins: its comment reaches to the end of the file. */
function endOf(bytes: FileBytes): number | undefined {
  for (let comment = 0; comment <= longestComment; comment += 1) {
    const at = bytes.size - endLength - comment
    if (at < 0) return undefined
    if (bytes.byte(at) !== 0x50 || bytes.name(at, 4) !== 'PK\u0005\u0006') continue
    if (bytes.slice(at + 20, 2).readUInt16LE() === comment) return at
  }
  return undefined
}
