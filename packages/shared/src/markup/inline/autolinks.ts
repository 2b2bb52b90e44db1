/** A range of text that becomes a link without markup. */
export interface Autolink {
  start: number
  end: number
}

const wordCharacter = /\w/
// ASCII punctuation that a URL may not end with: all but - = + ) / _
const trailing = /[!-(*,.:;<>?@[-^`{-~]/
const inUrl = /[^\s()[\]]/
const longestLocalPart = 64
const longestHost = 255

/**
 * The URL whose `:` is at `colon`: `http://` or `https://` up to white space, with balanced brackets and without
 * trailing punctuation. It does not begin before `from`.
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

function urlEnd(text: string, from: number): number {
  let position = from
  while (position < text.length) {
    const character = text.charAt(position)
    if (character === '(' || character === '[') {
      const end = bracketEnd(text, position, character === '(' ? ')' : ']')
      // `[/` begins an end tag.
      if (end < 0 || text.startsWith('[/', position)) return position
      position = end
    } else if (inUrl.test(character)) position += 1
    else return position
  }
  return position
}

/** The position after the bracket that closes the one at `open`; -1 if a bracket or white space comes before it. */
function bracketEnd(text: string, open: number, close: string): number {
  let position = open + 1
  while (position < text.length && inUrl.test(text.charAt(position))) position += 1
  return text.charAt(position) === close ? position + 1 : -1
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
