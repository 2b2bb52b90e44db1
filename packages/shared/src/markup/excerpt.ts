const spaced = new Set(
  'address article aside blockquote br dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr img li ol p pre section summary table td th tr ul'.split(
    ' ',
  ),
)
const omitted = new Set(['blockquote', 'script', 'style'])
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * The words of rendered markup on one line, without quotations and scripts, for excerpts (`contentPlain`
 * of `spec` core section 3). It is plain text: show it as text, never as HTML. Expects well-formed HTML
 * such as `renderMarkup` gives; time grows with its length.
 */
export function contentPlain(html: string): string {
  let text = ''
  let omitting = 0
  let position = 0
  while (position < html.length) {
    const open = html.indexOf('<', position)
    const end = open < 0 ? html.length : open
    if (!omitting) text += html.slice(position, end)
    if (open < 0) break
    const close = tagEnd(html, open)
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 20)) ?? []
    const tag = name.toLowerCase()
    if (omitted.has(tag)) omitting = Math.max(0, omitting + (slash ? -1 : 1))
    if (spaced.has(tag)) text += ' '
    position = close
  }
  return decodeEntities(text).replace(/\s+/g, ' ').trim()
}

/** Where a tag that opens at `open` ends; `>` inside quoted attribute values does not count. */
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

let segmenter: Intl.Segmenter | undefined

/**
 * The first `length` characters as people count them (graphemes: an emoji of several code points is one),
 * with an ellipsis if something was cut off.
 */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const ascii = text.slice(0, length + 1)
  if (/^[ -~]*$/.test(ascii)) return `${ascii.slice(0, length).trimEnd()}…`
  segmenter ??= new Intl.Segmenter()
  // Piled-up combining marks make one character of thousands of code units: bound the search.
  const bounded = text.slice(0, length * 16)
  let count = 0
  let end = 0
  for (const { index, segment } of segmenter.segment(bounded)) {
    if (++count > length) return `${text.slice(0, index).trimEnd()}…`
    end = index + segment.length
  }
  return end === text.length ? text : `${text.slice(0, end).trimEnd()}…`
}
