import type { Dialect } from '../dialect.ts'
import type { ParseLog } from '../limits.ts'
import { escapeMark } from '../words/replacements.ts'
import { findEmail, findUrl } from './autolinks.ts'
import { Brackets } from './brackets.ts'
import { EmphasisRuns } from './emphasis.ts'
import { matchAngleLink, matchCode, matchEntity, matchScript } from './matches.ts'
import { OpenPairs } from './pairs.ts'
import { Atom, Closing, Opening, type Pair, type Part } from './parts.ts'
import type { ScanState } from './scan-state.ts'
import { scanTag, TagEnds } from './tags.ts'

const lineBreak = new Atom({ tag: 'br' }, '', 0)

/** Scans the source of one block from left to right, each character once, and splits it into parts. */
export class InlineScanner implements ScanState {
  readonly text: string
  readonly dialect: Dialect
  readonly log: ParseLog
  readonly parts: Part[] = []
  readonly runs = new EmphasisRuns()
  readonly brackets: Brackets
  readonly pairs: OpenPairs
  readonly tagEnds: TagEnds
  /** Position of the next character. */
  position = 0
  /** Start of the text that is in no part yet. */
  private pending = 0
  /** Position of the last run of each number of backticks; computed on first use. */
  codeRuns: ReadonlyMap<number, number> | undefined = undefined

  constructor(text: string, dialect: Dialect, log: ParseLog) {
    this.text = text
    this.dialect = dialect
    this.log = log
    this.brackets = new Brackets(this)
    this.pairs = new OpenPairs(this)
    this.tagEnds = new TagEnds(text)
  }

  scan(): readonly Part[] {
    const { text, dialect, log } = this
    const { special } = dialect
    const end = text.length
    while (this.position < end) {
      const code = text.charCodeAt(this.position)
      if (code < 128 ? special[code] === 0 : !dialect.hasWideTriggers) this.position += 1
      else if (code === 10) this.scanNewline()
      else if (!log.addCandidate() || (!this.tryRules(code) && !this.tryCore(code))) this.position += 1
    }
    this.flush(end)
    this.pairs.closeAll()
    this.runs.match(undefined)
    return this.parts
  }

  /** Whether there is text that is in no part yet. */
  get hasPending(): boolean {
    return this.position > this.pending
  }

  /** Adds the pending text before `until` as a part. */
  flush(until: number): void {
    if (until > this.pending) this.parts.push(this.text.slice(this.pending, until))
    this.pending = until
  }

  /** Adds a part for the source from the current position to `end`. */
  add(part: Part, end: number): void {
    this.flush(this.position)
    this.parts.push(part)
    this.moveTo(end)
  }

  addNode(node: Atom['node'], end: number): true {
    this.add(new Atom(node, this.text.slice(this.position, end), this.position), end)
    return true
  }

  /** Continues at `end`; nothing before it is pending any more. */
  moveTo(end: number): void {
    this.pending = end
    this.position = end
  }

  private tryRules(code: number): boolean {
    // Addresses come before the rules of syntaxes, which must not match within one.
    if (code === 58 && this.dialect.extras && this.scanUrl()) return true
    const rules = this.dialect.grammar.inline.get(code)
    if (rules === undefined) return false
    for (const rule of rules) {
      const match = rule.match(this.text, this.position, this.dialect.links)
      if (!match || match.end <= this.position) continue
      if (typeof match.node === 'string') this.add(match.node, match.end)
      else this.addNode(match.node, match.end)
      return true
    }
    return false
  }

  private tryCore(code: number): boolean {
    switch (code) {
      case 33: // !
        return this.text.charCodeAt(this.position + 1) === 91
          ? this.brackets.open(true)
          : this.dialect.extras && this.pairs.scanSpoilerEnd()
      case 38:
        return this.scanEntity()
      case 41: // )
        return this.pairs.scanScriptEnd()
      case 42:
      case 95:
        return this.scanRun()
      case 60:
        return this.scanAngleLink()
      case 62:
        return this.dialect.extras && this.pairs.scanSpoilerStart()
      case 64:
        return this.dialect.extras && this.scanEmail()
      case 91:
        return scanTag(this) || this.brackets.open(false)
      case 92:
        return this.scanEscape()
      case 93:
        return this.brackets.close()
      case 94:
      case 126:
        return this.dialect.extras && this.scanTilde(code)
      case 96:
        return this.scanCode()
      case 124:
        return this.dialect.extras && this.pairs.scanBars()
      default:
        return false
    }
  }

  private scanNewline(): void {
    const { text, dialect } = this
    let end = this.position
    while (end > this.pending && text.charCodeAt(end - 1) === 32) end -= 1
    const isHard = dialect.breaks || this.position - end >= 2
    this.flush(end)
    this.parts.push(isHard ? lineBreak : '\n')
    let next = this.position + 1
    while (text.charCodeAt(next) === 32 || text.charCodeAt(next) === 9) next += 1
    this.moveTo(next)
  }

  private scanEscape(): boolean {
    const { text, position } = this
    const code = text.charCodeAt(position + 1)
    if (code === 10) {
      this.flush(position)
      this.moveTo(position + 1)
      this.scanNewline()
      this.parts[this.parts.length - 1] = lineBreak
      return true
    }
    const isPunctuation =
      (code >= 33 && code <= 47) || (code >= 58 && code <= 64) || (code >= 91 && code <= 96)
    if (!isPunctuation && !(code >= 123 && code <= 126)) return false
    this.flush(position)
    this.addEscapeMark()
    this.pending = position + 1
    this.position = position + 2
    return true
  }

  private scanEntity(): boolean {
    const match = matchEntity(this.text, this.position, this.dialect.unescape)
    if (!match) return false
    this.flush(this.position)
    this.addEscapeMark()
    this.add(match.text, match.end)
    return true
  }

  /** Says that the next character was escaped: words are not replaced with it. */
  private addEscapeMark(): void {
    if (this.dialect.extras) this.parts.push(escapeMark)
  }

  private scanRun(): true {
    const { text, position } = this
    const code = text.charCodeAt(position)
    let end = position + 1
    while (text.charCodeAt(end) === code) end += 1
    const run = this.runs.add(text, position, end - position)
    // Markers within words, such as the underscores of a name, stay part of the text around them.
    if (run.canOpen || run.canClose) this.add(run, end)
    else this.position = end
    return true
  }

  private scanTilde(code: number): boolean {
    const { text, position } = this
    let end = position + 1
    while (text.charCodeAt(end) === code) end += 1
    if (end - position === 1) {
      const match = matchScript(text, position)
      return match ? this.addNode(match.node, match.end) : this.pairs.scanScriptStart()
    }
    if (code === 126 && end - position === 2) return this.scanRun()
    this.position = end
    return true
  }

  private scanCode(): true {
    const match = matchCode(this)
    if (match.node) this.addNode(match.node, match.end)
    else this.position = match.end
    return true
  }

  private scanAngleLink(): boolean {
    const match = matchAngleLink(this.text, this.position)
    const href = match && this.dialect.linkTarget(match.url, match.isEmail)
    if (!match || href === undefined) return false
    return this.addNode(this.dialect.links.link(href, [match.text]), match.end)
  }

  private scanUrl(): boolean {
    const found = findUrl(this.text, this.position, this.pending)
    if (!found) return false
    const typed = this.text.slice(found.start, found.end)
    const href = this.dialect.linkTarget(typed, false)
    if (href === undefined || !this.log.addAutolink()) return false
    this.position = found.start
    return this.addNode(this.dialect.links.link(href, [typed]), found.end)
  }

  private scanEmail(): boolean {
    const found = findEmail(this.text, this.position, this.pending)
    if (!found || !this.log.addAutolink()) return false
    const address = this.text.slice(found.start, found.end)
    const href = this.dialect.linkTarget(address, true)
    if (href === undefined) return false
    this.position = found.start
    return this.addNode(this.dialect.links.link(href, [address]), found.end)
  }

  /** Adds the opening of a pair, which is text unless its end is found. */
  addOpening(end: number): Opening {
    const opening = new Opening(this.text.slice(this.position, end))
    this.add(opening, end)
    return opening
  }

  addClosing(pair: Pair, end: number): void {
    this.add(new Closing(this.text.slice(this.position, end), pair), end)
  }
}
