import { escapingTag } from './escaped.ts'

// All characters that XML 1.0 excludes, https://www.w3.org/TR/xml/#charsets; with `u`, lone surrogates match.
const excluded = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Template tag for XML. Removes characters that XML cannot contain. */
export const xml = escapingTag((text) => text.replace(excluded, ''))
