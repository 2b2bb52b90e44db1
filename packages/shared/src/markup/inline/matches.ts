import type { MarkupElement } from '../document.ts'

const entity = /&(?:#(?:x([\da-f]{1,6})|(\d{1,7}))|[a-z][a-z\d]{1,31});/iy
const angleUrl = /<([a-z][a-z\d+.-]{1,31}:[!-;=?-\uffff]*)>/iy
const angleEmail =
  /<([\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*)>/iy
const script = /[~^]([\p{L}\p{N}\p{M}+\-−.,=]+)[~^]/uy

/** Decodes the HTML entity at `position`. */
export function matchEntity(
  text: string,
  position: number,
  decode: (entity: string) => string,
): { text: string; end: number } | undefined {
  entity.lastIndex = position
  const match = entity.exec(text)
  if (!match) return undefined
  const [typed, hex, decimal] = match
  const end = entity.lastIndex
  if (!hex && !decimal) {
    const decoded = decode(typed)
    return decoded === typed ? undefined : { text: decoded, end }
  }
  return { text: character(hex ? Number.parseInt(hex, 16) : Number(decimal)), end }
}

function character(code: number): string {
  const isControl = code < 32 ? code !== 9 && code !== 10 : code >= 127 && code < 160
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return isControl || isSurrogate || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
}

/** Matches a URL or e-mail address in angle brackets. */
export function matchAngleLink(
  text: string,
  position: number,
): { url: string; text: string; isEmail: boolean; end: number } | undefined {
  for (const expression of [angleUrl, angleEmail]) {
    expression.lastIndex = position
    const [, url] = expression.exec(text) ?? []
    if (url !== undefined) {
      return { url, text: url, isEmail: expression === angleEmail, end: expression.lastIndex }
    }
  }
  return undefined
}

/** Matches `~sub~` and `^sup^` around a word without white space or markup. */
export function matchScript(
  text: string,
  position: number,
): { node: MarkupElement; end: number } | undefined {
  script.lastIndex = position
  const [whole, content] = script.exec(text) ?? []
  const marker = text.charAt(position)
  if (whole === undefined || content === undefined || !whole.endsWith(marker)) return undefined
  return { node: { tag: marker === '~' ? 'sub' : 'sup', children: [content] }, end: script.lastIndex }
}

interface CodeSource {
  text: string
  position: number
  codeRuns: ReadonlyMap<number, number> | undefined
}

/** Matches the code span at `position`. Without a closing run, `end` is the end of the opening backticks. */
export function matchCode(source: CodeSource): { node?: MarkupElement; end: number } {
  const { text, position } = source
  const start = runEnd(text, position)
  const length = start - position
  source.codeRuns ??= lastRuns(text)
  // Keeps unclosed backticks linear: otherwise each run would search to the end of the text.
  if ((source.codeRuns.get(length) ?? -1) < start) return { end: start }
  let close = text.indexOf('`', start)
  let end = runEnd(text, close)
  while (end - close !== length) {
    close = text.indexOf('`', end)
    end = runEnd(text, close)
  }
  let content = text.slice(start, close).replaceAll('\n', ' ')
  if (/^ .*[^ ].* $/.test(content)) content = content.slice(1, -1)
  return { node: { tag: 'code', children: [content] }, end }
}

/** The end of the row of backticks that begins at `position`. */
function runEnd(text: string, position: number): number {
  let end = position
  while (text.charCodeAt(end) === 96) end += 1
  return end
}

/** The position of the last row of backticks of each length: without a later one, a row opens no code. */
function lastRuns(text: string): Map<number, number> {
  const runs = new Map<number, number>()
  for (let start = text.indexOf('`'); start >= 0; ) {
    const end = runEnd(text, start)
    runs.set(end - start, start)
    start = text.indexOf('`', end)
  }
  return runs
}
