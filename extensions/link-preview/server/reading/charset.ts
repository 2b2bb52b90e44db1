/** Bytes at the beginning of a page in which it may name its encoding. */
export const PRESCANNED = 1024

/**
 * A decoder for a page: by its byte order mark, else by the header `content-type`, else by what its beginning says of itself. A
 * page that names no encoding that there is has UTF-8 if its beginning is that, else windows-1252.
 * @param start its first bytes, at least `PRESCANNED` unless it is shorter.
 */
export function decoderFor(start: Buffer, contentType: string): TextDecoder {
  const labels = [markOf(start), charsetIn(contentType), declaredIn(start)]
  for (const label of labels) {
    const decoder = label === undefined ? undefined : decoderOf(label)
    if (decoder) return decoder
  }
  return new TextDecoder(isUtf8(start) ? 'utf-8' : 'windows-1252')
}

function markOf(start: Buffer): string | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return undefined
}

function charsetIn(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1]
}

/** The encoding in a `meta` element or in an XML declaration. What says UTF-16 in ASCII letters is UTF-8. */
function declaredIn(start: Buffer): string | undefined {
  const text = start.subarray(0, PRESCANNED).toString('latin1')
  const label =
    /<meta\s[^>]*?\bcharset\s*=\s*["']?\s*([^\s;"'/>]+)/i.exec(text)?.[1] ??
    /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)/i.exec(text)?.[1]
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

function isUtf8(start: Buffer): boolean {
  try {
    // The last character may go on behind the start.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return true
  } catch {
    return false
  }
}
