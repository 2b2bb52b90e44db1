const spaced = new Set(
  'address article aside blockquote br dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr img li ol p pre section summary table td th tr ul'.split(
    ' ',
  ),
)
/** Of these, the ones inside of a block. */
const spacedInside = new Set(['br', 'img'])
const omitted = new Set(['blockquote', 'details', 'script', 'style'])
const hidden = /^<span class="spoiler"/
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * The words of rendered markup on one line, without quotations, spoilers and scripts, for excerpts (`contentPlain`,
 * screens 3). The result is plain text: show it as text, never as HTML. Expects well-formed HTML
 * such as `Markup.render` returns; takes linear time.
 */
export function contentPlain(html: string): string {
  return oneLine(textOf(html, omitted, ' '))
}

/** Text that is no longer meant. */
const omittedWithStruck = new Set([...omitted, 'del', 's', 'strike'])
const omittedFromWhole = new Set(['details', 'script', 'style'])

interface ExcerptTextOptions {
  /** Keeps quotations and struck text. */
  isWhole?: boolean
}

/** The words of rendered markup on one line for excerpts: without struck text, and with a dot between blocks. */
export function excerptText(html: string, { isWhole = false }: ExcerptTextOptions = {}): string {
  const blocks = textOf(html, isWhole ? omittedFromWhole : omittedWithStruck, blockEnd).split(blockEnd)
  let text = ''
  for (const block of blocks.map(oneLine)) {
    if (block === '') continue
    const separator = text === '' ? '' : sentenceEnd.test(text.slice(-8)) ? ' ' : ' · '
    text += separator + block
  }
  return text
}

/** Stands between blocks; never in rendered markup. */
const blockEnd = '\u001e'
const sentenceEnd = /[.!?…:;。！？：；،؛؟]["'”’»)\]]*$/

function oneLine(text: string): string {
  return decodeEntities(text).replace(/\s+/g, ' ').trim()
}

function textOf(html: string, omitted: ReadonlySet<string>, separator: string): string {
  let text = ''
  // Inside an omitted element: its tag, and how many elements of this tag are open.
  let omitting = ''
  let depth = 0
  let position = 0
  while (position < html.length) {
    const open = html.indexOf('<', position)
    const end = open < 0 ? html.length : open
    if (!omitting) text += html.slice(position, end)
    if (open < 0) break
    const close = tagEnd(html, open)
    const start = html.slice(open, open + 24)
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(start) ?? []
    const tag = name.toLowerCase()
    if (omitting) {
      if (tag === omitting) depth += slash ? -1 : 1
      if (depth === 0) omitting = ''
    } else if (!slash && (omitted.has(tag) || hidden.test(start))) {
      omitting = tag
      depth = 1
    }
    const framed = omitting === '' && start.startsWith('<span class="') ? wordIn(html, close) : undefined
    if (framed !== undefined) {
      text += framed
      position = html.indexOf('</span>', close)
      continue
    }
    if (spaced.has(tag)) text += spacedInside.has(tag) ? ' ' : separator
    position = close
  }
  return text
}

/** What is said for a picture that stands for a word: alone in a frame that begins before `position`, such as an emoji. */
function wordIn(html: string, position: number): string | undefined {
  if (!html.startsWith('<img ', position)) return undefined
  const end = tagEnd(html, position)
  if (!html.startsWith('</span>', end)) return undefined
  return / alt="([^"]*)"/.exec(html.slice(position, end))?.[1]
}

/** The end of the tag that begins at `open`; `>` inside quoted attribute values does not count. */
function tagEnd(html: string, open: number): number {
  let quote = ''
  for (let index = open + 1; index < html.length; index++) {
    const character = html.charAt(index)
    if (quote) {
      if (character === quote) quote = ''
    } else if (character === '>') return index + 1
    else if (character === '"' || character === "'") quote = character
  }
  return html.length
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (entity, decimal, hex, name) => {
    if (name) return entities[name] ?? entity
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })
}

/** Lengths of excerpts in graphemes: of a post in search results, and of a post's preview. */
export const excerptLengths = { highlight: 175, preview: 300 } as const

/** The beginning of rendered markup as plain text. */
export function excerpt(html: string, length: number): string {
  return truncate(excerptText(html), length)
}

let segmenter: Intl.Segmenter | undefined

/**
 * The first `length` graphemes (an emoji of several code points is one), with an ellipsis if the text is longer.
 */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const ascii = text.slice(0, length + 1)
  if (/^[ -~]*$/.test(ascii)) return `${ascii.slice(0, length).trimEnd()}…`
  segmenter ??= new Intl.Segmenter()
  // Combining marks can make one grapheme of thousands of code units: bound the search.
  const bounded = text.slice(0, length * 16)
  let count = 0
  let end = 0
  for (const { index, segment } of segmenter.segment(bounded)) {
    if (++count > length) return `${text.slice(0, index).trimEnd()}…`
    end = index + segment.length
  }
  return end === text.length ? text : `${text.slice(0, end).trimEnd()}…`
}
