let segmenter: Intl.Segmenter | undefined

/**
 * The initials for an avatar without picture: the first characters of the first and the last word in
 * capitals, or only the very first if the script has no capitals. '' for an empty name.
 */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const first = firstCharacter(words[0] ?? '').toUpperCase()
  const last = words.length > 1 ? firstCharacter(words.at(-1) ?? '').toUpperCase() : ''
  return isCapital(first) && isCapital(last) ? first + last : first
}

function firstCharacter(word: string): string {
  segmenter ??= new Intl.Segmenter()
  const start = Math.max(0, word.search(/[\p{L}\p{N}]/u))
  // A grapheme with combining marks can have any length: bound it.
  const [first] = segmenter.segment(word.slice(start, start + 32))
  return first?.segment ?? ''
}

function isCapital(character: string): boolean {
  return character !== '' && character.toLowerCase() !== character
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
