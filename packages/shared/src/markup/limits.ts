import type { LocatedReference, MarkupDiagnostic } from './document.ts'

/** Limits of the specification (api-core 4.20); markup beyond them stays text. */
export const limits = {
  /** Depth to which elements of one type may be nested. */
  nesting: 10,
  /** Elements of one type in a text; paragraphs and line breaks do not count. */
  perTag: 5000,
  autolinks: 50_000,
  /** Repairs of crossed or unclosed tags. */
  fixes: 10_000,
  /**
   * Characters that the parser examines as a possible beginning of markup. Posts cannot have so many; the limit bounds
   * the time for longer texts.
   */
  candidates: 100_000,
  /** Separate paragraphs; likewise more than a post can have. */
  paragraphs: 25_000,
  /** Lines that quotations may look ahead in vain for a continuation of their paragraphs. */
  lookahead: 50_000,
  /** Characters that link definitions may add beyond the text's own length when they are used many times. */
  expansion: 100_000,
} as const

/** Counts against the limits while one text is parsed, and collects diagnostics and references. */
export class ParseLog {
  readonly diagnostics: MarkupDiagnostic[] = []
  readonly references: LocatedReference[] = []
  /** Link definitions of the text by normalised label, if it has any. */
  definitions: Readonly<Record<string, { href: string; title: string } | undefined>> | undefined = undefined
  /** The labels of those that the text refers to. */
  readonly usedDefinitions = new Set<string>()
  /** Lines that quotations have looked ahead in vain. */
  lookahead = 0
  private candidates = 0
  private autolinks = 0
  private fixes = 0
  /** Types that are at a limit now. */
  readonly full = new Set<string>()
  private readonly counts = new Map<string, number>()
  private readonly depths = new Map<string, number>()
  private expansion: number

  private readonly disabled: ReadonlySet<string>

  /** @param disabled types of elements that always stay text */
  constructor(sourceLength: number, disabled: ReadonlySet<string> = new Set()) {
    this.disabled = disabled
    for (const tag of disabled) this.full.add(tag)
    this.expansion = sourceLength + limits.expansion
  }

  count(tag: string): number {
    return this.counts.get(tag) ?? 0
  }

  depth(tag: string): number {
    return this.depths.get(tag) ?? 0
  }

  /** Whether one more element of the type may be opened. Reports if not. */
  mayOpen(tag: string): boolean {
    if (this.isDisabled(tag)) return false
    const isDeep = this.depth(tag) >= limits.nesting
    if (isDeep || this.count(tag) >= limits.perTag) {
      this.report(isDeep ? 'Nesting limit exceeded' : 'Tag limit exceeded', tag)
      return false
    }
    return true
  }

  /** Counts an element without content. Returns false, and reports, if there are too many. */
  add(tag: string): boolean {
    const count = this.count(tag)
    if (this.isDisabled(tag)) return false
    if (count >= limits.perTag) {
      this.report('Tag limit exceeded', tag)
      return false
    }
    this.counts.set(tag, count + 1)
    if (count + 1 >= limits.perTag) this.full.add(tag)
    return true
  }

  private isDisabled(tag: string): boolean {
    if (!this.disabled.has(tag)) return false
    this.report('Tag is disabled', tag)
    return true
  }

  open(tag: string): void {
    const count = this.count(tag) + 1
    const depth = this.depth(tag) + 1
    this.counts.set(tag, count)
    this.depths.set(tag, depth)
    if (count >= limits.perTag || depth >= limits.nesting) this.full.add(tag)
  }

  close(tag: string): void {
    this.depths.set(tag, this.depth(tag) - 1)
    if (this.count(tag) < limits.perTag) this.full.delete(tag)
  }

  /** Counts a character that may begin markup. Returns false, and reports, if there are too many: the rest is text. */
  addCandidate(): boolean {
    if (this.candidates < limits.candidates) {
      this.candidates += 1
      return true
    }
    this.report('Tag limit exceeded', 'markup')
    return false
  }

  /** Counts an automatic link. Returns false, and reports, if there are too many. */
  addAutolink(): boolean {
    if (++this.autolinks <= limits.autolinks) return true
    this.report('Tag limit exceeded', 'autolink')
    return false
  }

  /** Counts a repaired tag. Returns false, and reports, if there are too many. */
  addFix(tag: string): boolean {
    if (++this.fixes <= limits.fixes) return true
    this.report('Fixing cost limit exceeded', tag)
    return false
  }

  /** Counts characters that a link definition adds. Returns false, and reports, if there are too many. */
  addExpansion(length: number): boolean {
    this.expansion -= length
    if (this.expansion >= 0) return true
    this.report('Tag limit exceeded', 'reference')
    return false
  }

  report(message: MarkupDiagnostic['message'], tag: string): void {
    if (!this.diagnostics.some((earlier) => earlier.message === message && earlier.tag === tag)) {
      this.diagnostics.push({ message, tag })
    }
  }
}
