/** A range of text that becomes a link without markup. */
export interface Autolink {
  start: number
  end: number
}

const wordCharacter = /\w/
// ASCII punctuation that a URL may not end with: all but - = + ) / _
const trailing = /[!-(*,.:;<>?@[-^`{-~\u2010-\u2013]/
const outsideUrl = /[\s<>]/
// Punctuation beyond ASCII ends a URL, but for hyphens, and for apostrophes and middle dots between letters.
const punctuation = /\p{P}/u
const hyphen = /[\u2010-\u2013]/
const betweenLetters = /^[\p{L}\p{N}][\u2019\u00b7]\p{L}/u
const deepest = 10
const longestLocalPart = 64
const longestHost = 255

/**
 * The URL whose `:` is at `colon`: `http://` or `https://` up to white space or punctuation of other scripts, with balanced
 * brackets and without trailing punctuation. It does not begin before `from`.
 */
export function findUrl(text: string, colon: number, from: number): Autolink | undefined {
  // A URL needs a host. This cheap check comes first, as the search for the end may be long.
  if (!text.startsWith('//', colon + 1) || /[/?#]/.test(text.charAt(colon + 3))) return undefined
  const start = ['https', 'http'].map((name) => schemeStart(text, colon, name)).find((at) => at >= from)
  if (start === undefined || (start > 0 && wordCharacter.test(text.charAt(start - 1)))) return undefined
  let end = urlEnd(text, colon + 3)
  while (end > colon + 3 && trailing.test(text.charAt(end - 1))) end -= 1
  return end > colon + 3 ? { start, end } : undefined
}

function schemeStart(text: string, colon: number, name: string): number {
  const start = colon - name.length
  return start >= 0 && text.slice(start, colon).toLowerCase() === name ? start : -1
}

/** The position after a URL whose host begins at `from`, before a bracket without its counterpart. */
function urlEnd(text: string, from: number): number {
  const opened: { at: number; close: string }[] = []
  let position = from
  for (; position < text.length && !endsUrl(text, position); position++) {
    const character = text.charAt(position)
    if (character === '(' || character === '[') {
      // `[/` begins an end tag. The limit bounds how often the same text is read.
      if (text.startsWith('[/', position) || opened.length === deepest) break
      opened.push({ at: position, close: character === '(' ? ')' : ']' })
    } else if (character === ')' || character === ']') {
      if (opened.at(-1)?.close !== character) break
      opened.pop()
    }
  }
  return opened[0]?.at ?? position
}

function endsUrl(text: string, position: number): boolean {
  const character = text.charAt(position)
  if (outsideUrl.test(character)) return true
  if (character < '\u0080' || !punctuation.test(character) || hyphen.test(character)) return false
  return !betweenLetters.test(text.slice(position - 1, position + 2))
}

/** The e-mail address around the `@` at `at`, with a dot in its host. It does not begin before `from`. */
export function findEmail(text: string, at: number, from: number): Autolink | undefined {
  const first = Math.max(from, at - longestLocalPart - 1)
  let start = at
  while (start > first && /[\w.+-]/.test(text.charAt(start - 1))) start -= 1
  if (at - start > longestLocalPart) return undefined
  while (start < at && !/[a-z\d_]/i.test(text.charAt(start))) start += 1
  if (start === at) return undefined
  const host = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+/i
  const [name] = host.exec(text.slice(at + 1, at + 2 + longestHost)) ?? []
  if (name === undefined || name.length > longestHost) return undefined
  return { start, end: at + 1 + name.length }
}
