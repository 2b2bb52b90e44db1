// Characters to percent-encode. The forum encodes brackets and quotes too (specification 9.1), so that URLs survive
// being pasted into other texts; CommonMark keeps them.
const outsideForum = /%(?![\da-fA-F]{2})|[^!#-&*-;=?-Z_a-z~]/gu
const outsideCommonMark = /%(?![\da-fA-F]{2})|[^\w\-.!~*'();/?:@&=+$,#%]/gu
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const scheme = /^([a-z][a-z\d+.-]*):/i
const relative = /^(?:\/(?!\/)|[?#]|[\w.~-][^:/?#]*(?:[/?#]|$))/
// Browsers drop white space and control characters in URLs and treat a backslash as a slash.
const encoded = /^[!-[\]-~]*$/

export interface UrlPolicy {
  /** Percent-encodes a URL for an attribute. */
  encode(url: string): string
  /** Whether links and images may have an encoded URL. */
  allows(url: string): boolean
}

/** The forum's policy: `http:` and `https:` with a host, and URLs without scheme and host. */
export const forumUrls: UrlPolicy = {
  encode: (url) => encode(url, outsideForum).replace(scheme, (name) => name.toLowerCase()),
  allows(url) {
    return isWebUrl(url) || relative.test(url)
  },
}

/** CommonMark's policy, which allows all URLs, restricted to the given schemes. */
export function commonMarkUrls(schemes: ReadonlySet<string>): UrlPolicy {
  return {
    encode: (url) => encode(url, outsideCommonMark),
    allows(url) {
      const [, name] = scheme.exec(url) ?? []
      return name ? schemes.has(name.toLowerCase()) : !url.startsWith('//')
    },
  }
}

/** Whether the writer may output an encoded URL: `http(s):` with a host, one of the schemes, or no scheme. */
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

// `encodeURIComponent` does not encode brackets and quotes.
function percentEncode(character: string): string {
  return character.length === 1 && character < '\u0080'
    ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
    : encodeURIComponent(character)
}
