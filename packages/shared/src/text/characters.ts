// The classes of characters that links, mentions, emphasis and search share.

/** Letters, marks, digits and the underscore: what words consist of, in any script. For use in a regular expression. */
export const wordCharacters = String.raw`\p{L}\p{M}\p{N}_`

/** Scripts without spaces between words, or whose particles follow a name without one. For use in a regular expression. */
export const spacelessScripts: readonly string[] =
  'Hani Hira Kana Bopo Hang Thai Laoo Khmr Mymr Tibt Yiii'.split(' ')

/**
 * Matches a character that may be part of a word with ASCII letters. A letter of another script is none: usernames and addresses
 * are written next to particles and prefixes, as in `@bob님` and `ל@bob`.
 */
export const latinWordCharacter = /[\p{sc=Latn}\d_]|[\u0300-\u036f]/u

/**
 * Matches a character of Chinese, Japanese or Korean, also punctuation: markers of emphasis beside one need no space.
 * https://github.com/commonmark/commonmark-spec/issues/650
 */
export const eastAsian =
  /[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{20000}-\u{3ffff}]/u
