/** The HTML that takes the place of a word in rendered markup, by the word as it is typed. */
export type ReplacedWords = ReadonlyMap<string, string>

/** Replacements of words, compiled for rendered markup: one pass over a text, whatever their number. */
export interface Replacements {
  /** Finds a word anywhere; undefined where there are no words. */
  readonly any: RegExp | undefined
  /** Finds words, and all that is passed over: tags, code, links that show their address, references, escapes, entities. */
  readonly expression: RegExp
  /** The HTML by the escaped word. */
  readonly html: ReplacedWords
}

/**
 * Stands in stored HTML before a character that was escaped in the source, by a backslash or as an entity: no word begins at
 * it or goes on with it. No source has it, since control characters are dropped.
 */
export const escapeMark = '\u0002'

/** Delimits references in stored HTML. No source has it either. */
export const referenceMark = '\u0001'

/** No words. */
const noReplacements: Replacements = { any: undefined, expression: /(?!)/g, html: new Map() }

/** Code, with what is in it. */
const code = '<(?:pre|code)[ >][^]*?</(?:pre|code)>(?:</pre>)?'
/** A link whose text is an address: one that was typed without markup. */
const address = '<a href="(?:mailto:([^"]*)"[^>]*>\\1|[^>]*>(?:https?://|www\\.)[^<]*)</a>'
const reference = `${referenceMark}[^${referenceMark}]*${referenceMark}`
const passedOver = [code, address, '<[^>]*>', reference, `${escapeMark}(?:&[a-z]+;|[^])`]

/** A word that ends or begins in the middle of what readers see as one character is none. */
const afterWord = '(?![\\u0300-\\u036f\\u200d\\ufe0e\\ufe0f]|\\ud83c[\\udffb-\\udfff])'
const beforeWord = '(?<!\\u200d)'

/**
 * Compiles replacements.
 * @param words the HTML by the word.
 * @param toHtml makes of a word what rendered markup has in its place.
 */
export function compileReplacements(words: ReplacedWords, toHtml: (word: string) => string): Replacements {
  const html = new Map([...words].map(([word, value]) => [toHtml(word), value]))
  html.delete('')
  if (html.size === 0) return noReplacements
  const any = alternativesOf([...html.keys()], 0)
  return {
    any: new RegExp(any),
    expression: new RegExp([...passedOver, any, '&[a-z]+;'].join('|'), 'g'),
    html,
  }
}

/** What finds the longest of some words that have their first characters in common: those share an expression. */
function alternativesOf(words: readonly string[], from: number): string {
  const end = words.find((word) => word.length === from)
  const byNext = Map.groupBy(
    words.filter((word) => word !== end),
    (word) => word.charAt(from),
  )
  const branches = [...byNext.values()].map((group) => branchOf(group, from))
  if (end !== undefined) branches.push(isWide(end.charCodeAt(from - 1)) ? afterWord : '')
  return branches.length === 1 ? branches.join('') : `(?:${branches.join('|')})`
}

/** What finds words that have one more character in common. */
function branchOf(words: readonly string[], from: number): string {
  const [first = ''] = words
  let common = from + 1
  while (common < first.length && words.every((word) => word.charAt(common) === first.charAt(common)))
    common += 1
  const literals = first.slice(from, common).split('').map(literal).join('')
  const start = from === 0 && isWide(first.charCodeAt(0)) ? beforeWord : ''
  return start + literals + alternativesOf(words, common)
}

function isWide(code: number): boolean {
  return code >= 128
}

function literal(unit: string): string {
  return /[\da-z]/i.test(unit) ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Words of a text that become elements, at most: a short word may stand for a long address. Further ones stay words. */
const mostElements = 1000

/**
 * Replaces words in stored HTML, and resolves references and escapes with it. The HTML is that of the writer: its attributes
 * have no `>`.
 * @param fill the HTML of a reference.
 */
export function replaceWords(
  stored: string,
  { any, expression, html }: Replacements,
  fill: (reference: string) => string,
): string {
  // Most texts have none of the words: to know that is cheaper than to go through their tags.
  if (!any?.test(stored)) return withoutMarks(stored, fill)
  let elements = 0
  return stored.replace(expression, (found: string) => {
    const replaced = html.get(found)
    if (replaced === undefined) return withoutMarks(found, fill)
    if (replaced.startsWith('<')) elements += 1
    return elements > mostElements && replaced.startsWith('<') ? found : replaced
  })
}

function withoutMarks(stored: string, fill: (reference: string) => string): string {
  const plain = stored.includes(escapeMark) ? stored.replaceAll(escapeMark, '') : stored
  if (!plain.includes(referenceMark)) return plain
  return plain
    .split(referenceMark)
    .map((piece, index) => (index % 2 === 1 ? fill(piece) : piece))
    .join('')
}
