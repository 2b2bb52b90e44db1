import { isTokenString, isTokenURL, tokenize } from '@csstools/css-tokenizer'

/** Returns the first address of another site in a style sheet; undefined without any. */
export function findForeignAddress(css: string): string | undefined {
  for (const token of tokenize({ css })) {
    // Strings count wherever they stand: a custom property may carry one into a function that fetches it.
    if ((isTokenURL(token) || isTokenString(token)) && isForeign(token[4].value)) return token[4].value
  }
  return undefined
}

/**
 * Whether a text is the address of another site, as browsers read it: they drop line breaks and what stands in front
 * (spaces, control characters), and a backslash counts as a slash. An address without slashes after its scheme is relative only to a page of the same scheme.
 * Source: https://url.spec.whatwg.org/#url-parsing
 */
function isForeign(text: string): boolean {
  return /^[\p{Cc}\s]*((https?|ftp|wss?):.|[\\/]{2})/iu.test(text.replaceAll(/[\t\n\r]/g, ''))
}
