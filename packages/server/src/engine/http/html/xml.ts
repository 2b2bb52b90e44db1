import { escapingTag } from './escaped.ts'

// Everything but the characters that XML 1.0 has, https://www.w3.org/TR/xml/#charsets; with `u`, lone surrogates match.
const impossible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** A piece of XML, without the characters that XML cannot hold. */
export const xml = escapingTag((text) => text.replace(impossible, ''))
