let segmenter: Intl.Segmenter | undefined

const isLetter = /^[\p{L}\p{N}]/u
/** Scripts whose letters take another form beside each other. */
const joins = /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u
const zeroWidthNonJoiner = '\u200c'

/**
 * The letters of an avatar without picture, in capitals: the first of the first and of the last word, or the first two
 * of a single word. Spaces, `-` and `_` separate words. An emoji stands alone. '' for an empty name.
 */
export function initials(name: string): string {
  const words = name.split(/[\s_-]+/u).filter((word) => word !== '')
  const [first = '', second = ''] = lettersOf(words[0] ?? '')
  if (!isLetter.test(first)) return first
  if (words.length === 1) return first + second
  const [last = ''] = lettersOf(words.at(-1) ?? '')
  if (!isLetter.test(last)) return first + second
  return joins.test(last) ? first + zeroWidthNonJoiner + last : first + last
}

/** The letter of a forum's mark, a capital: the first of the title, or its emoji. '' for an empty title. */
export function markLetter(title: string): string {
  return lettersOf(title.trim())[0] ?? ''
}

/** Returns the first two letters or digits in capitals, or the first character of a text that has neither. */
function lettersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter()
  const start = Math.max(0, text.search(/[\p{L}\p{N}]/u))
  // A grapheme with combining marks can have any length: bound it.
  const characters = Array.from(
    segmenter.segment(text.slice(start, start + 32).toUpperCase()),
    ({ segment }) => segment,
  )
  const letters = characters.filter((character) => isLetter.test(character))
  return (letters.length > 0 ? letters : characters.slice(0, 1)).slice(0, 2)
}

/** A hue in degrees, 0 to 359, computed from a name: stable across machines and versions. */
export function hueOf(name: string): number {
  // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/, over UTF-16 code units
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % 360
}
