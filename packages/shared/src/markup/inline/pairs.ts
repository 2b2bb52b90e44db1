import { Closing, type Opening, type Pair, pairOf, type Run } from './parts.ts'
import type { ScanState } from './scan-state.ts'

interface OpenPair {
  key: string
  opening: Opening
  pair: Pair
  /** The last run of markers before the pair. */
  runs: Run | undefined
  /** Index of the opening among the parts. */
  index: number
}

const spoiler = { class: 'spoiler', tabindex: 0 } as const
const scriptContent = /\([^()]+\)/y

/** The stack of open pairs: spoilers, sub- and superscripts in brackets, tags of syntaxes. */
export class OpenPairs {
  private readonly scanner: ScanState
  private readonly open: OpenPair[] = []
  private readonly keys = new Map<string, number>()

  constructor(scanner: ScanState) {
    this.scanner = scanner
  }

  get length(): number {
    return this.open.length
  }

  has(key: string): boolean {
    return (this.keys.get(key) ?? 0) > 0
  }

  /** Scans `>!`. */
  scanSpoilerStart(): boolean {
    const { text, position } = this.scanner
    return text.charCodeAt(position + 1) === 33 && this.start('>!', pairOf('span', spoiler), position + 2)
  }

  /** Scans `!<`. */
  scanSpoilerEnd(): boolean {
    const { text, position } = this.scanner
    return text.charCodeAt(position + 1) === 60 && this.end('>!', position + 2)
  }

  /** Scans `||`, which ends the open spoiler or begins one. */
  scanBars(): boolean {
    const { text, position } = this.scanner
    if (text.charCodeAt(position + 1) !== 124) return false
    return this.end('||', position + 2) || this.start('||', pairOf('span', spoiler), position + 2)
  }

  /** Scans `~(` or `^(`, if its bracket is closed before another one opens. */
  scanScriptStart(): boolean {
    const { text, position } = this.scanner
    scriptContent.lastIndex = position + 1
    if (!scriptContent.test(text)) return false
    return this.start('(', pairOf(text.charAt(position) === '~' ? 'sub' : 'sup'), position + 2)
  }

  scanScriptEnd(): boolean {
    return this.end('(', this.scanner.position + 1)
  }

  start(key: string, pair: Pair, end: number): true {
    const { scanner } = this
    const runs = scanner.runs.last
    const opening = scanner.addOpening(end)
    this.open.push({ key, opening, pair, runs, index: scanner.parts.length - 1 })
    this.keys.set(key, (this.keys.get(key) ?? 0) + 1)
    return true
  }

  /** Ends the innermost pair of this key. Returns false if there is none or if it is empty. */
  end(key: string, end: number): boolean {
    if (!this.has(key)) return false
    const index = this.open.findLastIndex((pair) => pair.key === key)
    const found = this.open[index]
    const { scanner } = this
    const isEmpty = scanner.parts.at(-1) === found?.opening && !scanner.hasPending
    if (!found || (isEmpty && !found.pair.syntax)) return false
    scanner.flush(scanner.position)
    this.closeFrom(index + 1)
    this.pop()
    scanner.runs.match(found.runs)
    scanner.brackets.dropAfter(found.index)
    found.opening.pair = found.pair
    scanner.addClosing(found.pair, end)
    return true
  }

  /** Ends the tags of syntaxes among the pairs from `index` on; the others become text. */
  closeFrom(index: number): void {
    while (this.open.length > index) {
      const last = this.pop()
      if (!last?.pair.syntax || !this.scanner.log.addFix(last.pair.tag)) continue
      this.scanner.runs.match(last.runs)
      last.opening.pair = last.pair
      this.scanner.parts.push(new Closing('', last.pair))
    }
  }

  closeAll(): void {
    this.closeFrom(0)
  }

  private pop(): OpenPair | undefined {
    const last = this.open.pop()
    if (last) this.keys.set(last.key, (this.keys.get(last.key) ?? 1) - 1)
    return last
  }
}
