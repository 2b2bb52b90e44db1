// Reserved characters that a URL keeps. The forum encodes brackets and quotes too (specification 9.1), so that a
// URL ends where it is meant to in whatever it is pasted into; CommonMark keeps them.
const outsideForum = /%(?![\da-fA-F]{2})|[^!#-&*-;=?-Z_a-z~]/gu
const outsideCommonMark = /%(?![\da-fA-F]{2})|[^\w\-.!~*'();/?:@&=+$,#%]/gu
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const scheme = /^([a-z][a-z\d+.-]*):/i
const relative = /^(?:\/(?!\/)|[?#]|[\w.~-][^:/?#]*(?:[/?#]|$))/
// Browsers drop white space and control characters and take a backslash for a slash.
const encoded = /^[!-[\]-~]*$/

export interface UrlPolicy {
  /** As it goes into an attribute: percent-encoded. */
  encode(url: string): string
  /** Whether an encoded URL may be a link's or an image's. */
  allows(url: string): boolean
}

/** For the forum: `http:` and `https:` with a host, and URLs without scheme and host. */
export const forumUrls: UrlPolicy = {
  encode: (url) => encode(url, outsideForum).replace(scheme, (name) => name.toLowerCase()),
  allows(url) {
    return isWebUrl(url) || relative.test(url)
  },
}

/** As CommonMark has them, which knows no bad ones: schemes are still only those named. */
export function commonMarkUrls(schemes: ReadonlySet<string>): UrlPolicy {
  return {
    encode: (url) => encode(url, outsideCommonMark),
    allows(url) {
      const [, name] = scheme.exec(url) ?? []
      return name ? schemes.has(name.toLowerCase()) : !url.startsWith('//')
    },
  }
}

/** Whether the writer may put an encoded URL into an attribute: of the web, of these schemes, or without one. */
export function isSafeUrl(url: string, schemes: ReadonlySet<string>): boolean {
  if (!encoded.test(url)) return false
  if (isWebUrl(url)) return true
  const [, name] = scheme.exec(url) ?? []
  return name ? schemes.has(name.toLowerCase()) : !url.startsWith('//')
}

/** Whether a URL leads into the forum at `baseUrl` (absolute, without a slash at the end) or has no host. */
export function isInternal(url: string, baseUrl: string | undefined): boolean {
  if (!scheme.test(url)) return true
  if (!baseUrl || !url.startsWith(baseUrl)) return false
  return url.length === baseUrl.length || '/?#'.includes(url.charAt(baseUrl.length))
}

function isWebUrl(url: string): boolean {
  return /^https?:\/\/[^/?#]/.test(url)
}

function encode(url: string, outside: RegExp): string {
  return url.replace(loneSurrogate, '\ufffd').replace(outside, percentEncode)
}

/** `encodeURIComponent` leaves brackets and quotes alone. */
function percentEncode(character: string): string {
  return character.length === 1 && character < '\u0080'
    ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
    : encodeURIComponent(character)
}
