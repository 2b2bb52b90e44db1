import type { Opening, Run } from './parts.ts'
import { pairOf } from './parts.ts'
import type { ScanState } from './scan-state.ts'
import { buildText } from './tree.ts'

interface OpenBracket {
  opening: Opening
  /** Index of the opening among the parts. */
  index: number
  isImage: boolean
  /** Where the text in brackets begins. */
  start: number
  /** The last run of markers and the number of open pairs before the bracket. */
  runs: Run | undefined
  pairs: number
  /** Another bracket follows it, so the text in brackets is no label. */
  hasBrackets: boolean
}

interface Target {
  href: string
  title: string
  end: number
}

const label = /\[((?:[^[\]\\]|\\.){0,999})\]/sy
const longestLabel = 999

/** The stack of open brackets, which may become links or images. */
export class Brackets {
  private readonly scanner: ScanState
  private readonly opened: OpenBracket[] = []
  /** Brackets before this index contain a link, so they cannot become links themselves. */
  private inactive = 0

  constructor(scanner: ScanState) {
    this.scanner = scanner
  }

  open(isImage: boolean): true {
    const { scanner } = this
    const before = this.opened.at(-1)
    if (before) before.hasBrackets = true
    const runs = scanner.runs.last
    const start = scanner.position + (isImage ? 2 : 1)
    const opening = scanner.addOpening(start)
    const index = scanner.parts.length - 1
    this.opened.push({
      opening,
      index,
      isImage,
      start,
      runs,
      pairs: scanner.pairs.length,
      hasBrackets: false,
    })
    return true
  }

  /** Drops the brackets that opened after the part at `index`. */
  dropAfter(index: number): void {
    while ((this.opened.at(-1)?.index ?? -1) > index) this.opened.pop()
    this.inactive = Math.min(this.inactive, this.opened.length)
  }

  /** At a `]`: makes a link or an image of the last bracket. Returns false if it makes none. */
  close(): boolean {
    const bracket = this.opened.pop()
    if (!bracket) return false
    const { scanner } = this
    const isActive = bracket.isImage || (this.opened.length >= this.inactive && !this.isEmpty(bracket))
    this.inactive = Math.min(this.inactive, this.opened.length)
    const target = isActive ? (this.inlineTarget() ?? this.referenceTarget(bracket)) : undefined
    if (!target || (bracket.isImage && !scanner.log.mayOpen('img'))) return false
    scanner.flush(scanner.position)
    scanner.pairs.closeFrom(bracket.pairs)
    scanner.runs.match(bracket.runs)
    if (bracket.isImage) this.addImage(bracket, target)
    else {
      const pair = pairOf('a', scanner.dialect.linkAttributes(target.href, target.title))
      bracket.opening.pair = pair
      scanner.addClosing(pair, target.end)
      this.inactive = this.opened.length
    }
    return true
  }

  /** Whether a link would have nothing to see, or to press: it stays text. */
  private isEmpty({ start }: OpenBracket): boolean {
    const { text, position, dialect } = this.scanner
    return dialect.extras && text.slice(start, position).trim() === ''
  }

  private addImage({ index, start }: OpenBracket, { href, title, end }: Target): void {
    const { scanner } = this
    const alt = buildText(scanner.parts.splice(index).slice(1))
    const position = scanner.position
    scanner.position = start - 2
    scanner.moveTo(start - 2)
    const attributes = scanner.dialect.imageAttributes(href, alt, title)
    scanner.addNode({ tag: 'img', attributes }, Math.max(end, position))
  }

  /** Parses `(destination "title")` after the bracket. */
  private inlineTarget(): Target | undefined {
    const { text, position, dialect } = this.scanner
    if (text.charCodeAt(position + 1) !== 40) return undefined
    const { parseLinkDestination, parseLinkTitle } = dialect.helpers
    const start = skipSpace(text, position + 2)
    const destination = parseLinkDestination(text, start, text.length)
    const typed = destination.ok ? destination.str : ''
    const afterDestination = destination.ok ? destination.pos : start
    let end = skipSpace(text, afterDestination)
    let title = ''
    if (end > afterDestination) {
      const found = parseLinkTitle(text, end, text.length)
      if (found.ok) {
        title = found.str
        end = skipSpace(text, found.pos)
      }
    }
    if (text.charCodeAt(end) !== 41) return undefined
    const href = dialect.linkTarget(typed, false)
    return href === undefined ? undefined : { href, title, end: end + 1 }
  }

  /** Looks up the definition for `[label]` after the bracket, or for the bracket's own text (also with `[]`). */
  private referenceTarget({ start, hasBrackets }: OpenBracket): Target | undefined {
    const { text, position, dialect, log } = this.scanner
    if (!log.definitions) return undefined
    label.lastIndex = position + 1
    const [whole = '', own = ''] = label.exec(text) ?? []
    const isFull = own !== ''
    if (!isFull && (hasBrackets || position - start > longestLabel)) return undefined
    const name = isFull ? own : text.slice(start, position)
    const key = dialect.normalizeLabel(name)
    const found = log.definitions[key]
    if (!found || !log.addExpansion(found.href.length + found.title.length)) return undefined
    log.usedDefinitions.add(key)
    return { ...found, end: position + 1 + whole.length }
  }
}

function skipSpace(text: string, from: number): number {
  let position = from
  for (let code = text.charCodeAt(position); code === 32 || code === 9 || code === 10; ) {
    position += 1
    code = text.charCodeAt(position)
  }
  return position
}
