import { latinWordCharacter, spacelessScripts, wordCharacters } from '@parley/shared/characters'
import type { InlineMatch } from '@parley/shared/markup'

/** Characters in which the matches look for the end of a mention: each takes bounded time. */
const longest = { name: 255, username: 100, slug: 255 }

const wordCharacter = new RegExp(`[${wordCharacters}]`, 'u')
const spaceless = new RegExp(`[${spacelessScripts.map((script) => `\\p{sc=${script}}`).join('')}]`, 'u')

/** The character before a position, with both halves of a surrogate pair. */
function characterBefore(text: string, position: number): string {
  const code = text.charCodeAt(position - 1)
  const isPair = code >= 0xdc00 && code <= 0xdfff
  return text.slice(Math.max(0, position - (isPair ? 2 : 1)), position)
}

const writtenTag = new RegExp(`^#([${wordCharacters}-]*[${wordCharacters}])`, 'u')

function characterAt(text: string, position: number): string {
  const code = text.codePointAt(position)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** Matches `@username`, not before a `#`. */
export function matchUsername(text: string, position: number): InlineMatch | undefined {
  if (latinWordCharacter.test(characterBefore(text, position))) return undefined
  const [source, username] = /^@([\w-]+)/.exec(text.slice(position, position + longest.username)) ?? []
  if (source === undefined || username === undefined) return undefined
  const end = position + source.length
  const next = characterAt(text, end)
  if (next === '#' || latinWordCharacter.test(next)) return undefined
  return { end, node: { reference: 'userMention', id: '', source, details: { username } } }
}

const kinds: Readonly<Record<string, string>> = { '': 'userMention', p: 'postMention', g: 'groupMention' }

// The first of these ends the name, whatever its letters: no name that is written in a mention contains one.
const nameEnd = /["“”|]#([a-z]{0,3})(\d+)/g

/** Matches `@"Name"#12`, `@"Name"#p34` and `@"Name"#g5`. Quotation marks may be curly; a bar may end a group's name. */
export function matchQuoted(text: string, position: number): InlineMatch | undefined {
  if (!/["“”]/.test(text.charAt(position + 1)) || latinWordCharacter.test(characterBefore(text, position)))
    return undefined
  const start = position + 2
  const [line = ''] = text.slice(start, start + longest.name).split('\n', 1)
  for (const match of line.matchAll(nameEnd)) {
    const [whole, letters = '', id = ''] = match
    const kind = kinds[letters]
    // Other names may contain a bar.
    if (whole.startsWith('|') && kind !== 'groupMention') continue
    const end = start + match.index + whole.length
    const name = line.slice(0, match.index)
    // A mention that begins within the name is the one that was meant.
    const isName = name !== '' && !/@["“”]/.test(name)
    if (!kind || !isName || id.length > 9 || latinWordCharacter.test(characterAt(text, end))) break
    return { end, node: { reference: kind, id: String(Number(id)), source: text.slice(position, end) } }
  }
  return undefined
}

/** A name as mentions have it: without what would end it. */
export function nameInMention(name: string): string {
  return name
    .replace(/\s+/g, ' ')
    .replace(nameEnd, '_')
    .replace(/@(?=["“”])/g, '_')
}

/** Matches `#slug`, not after a word or a quotation mark. */
export function matchTag(text: string, position: number): InlineMatch | undefined {
  const before = characterBefore(text, position)
  // A tag has letters of any script.
  const isInWord = wordCharacter.test(before) && !spaceless.test(before)
  if (isInWord || /["“”]/.test(before)) return undefined
  const [source, slug] = writtenTag.exec(text.slice(position, position + longest.slug)) ?? []
  if (source === undefined || slug === undefined) return undefined
  return { end: position + source.length, node: { reference: 'tagMention', id: slug, source } }
}
