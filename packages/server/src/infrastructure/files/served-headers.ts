/** Media types that cannot run scripts in a browser. */
const inertTypes = /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf\b)/
/** Media types that browsers show in place; they save all others. */
const shownTypes = /^(?:image\/(?!svg)|audio\/|video\/)/
/** The content security policy of all other files: their scripts do not run, and cannot act in the forum's origin. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Seconds for which browsers keep a file: a path names the same bytes for ever. */
export const keptFor = 31_536_000

/** The headers that keep a file of a media type from acting in the forum's origin. */
export function safetyHeaders(mediaType: string): Record<string, string> {
  return {
    ...(!inertTypes.test(mediaType) && { 'content-security-policy': sandbox }),
    ...(!shownTypes.test(mediaType) && { 'content-disposition': 'attachment' }),
  }
}

/** A path as a part of an address. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
