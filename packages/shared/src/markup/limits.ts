import type { LocatedReference, MarkupDiagnostic } from './document.ts'

/** Limits of the specification (api-core 4.20); what goes beyond them stays text. */
export const limits = {
  /** How deep elements of one type may stand in each other. */
  nesting: 10,
  /** How many elements of one type a text may have; paragraphs and line breaks are no elements in this sense. */
  perTag: 5000,
  autolinks: 50_000,
  /** How many times crossed or open tags may be put right. */
  fixes: 10_000,
  /**
   * How many characters that may begin markup are looked at. No text that a post can hold has so many; it bounds the
   * time for others.
   */
  attempts: 100_000,
  /** How many paragraphs may stand apart; likewise more than a post can hold. */
  paragraphs: 25_000,
  /** How many lines quotations may look ahead in vain for what goes on with their paragraphs. */
  lookahead: 50_000,
  /** What link definitions may add to a text when they are used many times, in characters beyond its own length. */
  expansion: 100_000,
} as const

/** Counts what limits are about while one text is parsed, and collects what is said about it. */
export class ParseLog {
  readonly diagnostics: MarkupDiagnostic[] = []
  readonly references: LocatedReference[] = []
  /** Link definitions of the text by normalised label, if it has any. */
  definitions: Readonly<Record<string, { href: string; title: string } | undefined>> | undefined = undefined
  /** Lines that quotations have looked at in vain. */
  lookahead = 0
  private attempts = 0
  private autolinks = 0
  private fixes = 0
  /** Types that have reached a limit just now. */
  readonly full = new Set<string>()
  private readonly counts = new Map<string, number>()
  private readonly depths = new Map<string, number>()
  private expansion: number

  private readonly disabled: ReadonlySet<string>

  /** `disabled` are types of elements that always stay text. */
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

  /** Whether one more element of the type may be opened; if not, that is noted. */
  mayOpen(tag: string): boolean {
    if (this.isDisabled(tag)) return false
    const isDeep = this.depth(tag) >= limits.nesting
    if (isDeep || this.count(tag) >= limits.perTag) {
      this.note(isDeep ? 'Nesting limit exceeded' : 'Tag limit exceeded', tag)
      return false
    }
    return true
  }

  /** Counts an element without content. False, and noted, if there are too many. */
  add(tag: string): boolean {
    const count = this.count(tag)
    if (this.isDisabled(tag)) return false
    if (count >= limits.perTag) {
      this.note('Tag limit exceeded', tag)
      return false
    }
    this.counts.set(tag, count + 1)
    if (count + 1 >= limits.perTag) this.full.add(tag)
    return true
  }

  private isDisabled(tag: string): boolean {
    if (!this.disabled.has(tag)) return false
    this.note('Tag is disabled', tag)
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

  /** Counts a character that may begin markup. False, and noted, if there are too many: the rest is text. */
  mayTry(): boolean {
    if (this.attempts < limits.attempts) {
      this.attempts += 1
      return true
    }
    this.note('Tag limit exceeded', 'markup')
    return false
  }

  /** Counts an automatic link. False, and noted, if there are too many. */
  addAutolink(): boolean {
    if (++this.autolinks <= limits.autolinks) return true
    this.note('Tag limit exceeded', 'autolink')
    return false
  }

  /** Counts a tag that had to be put right. False, and noted, if there are too many. */
  addFix(tag: string): boolean {
    if (++this.fixes <= limits.fixes) return true
    this.note('Fixing cost limit exceeded', tag)
    return false
  }

  /** Counts characters that a link definition adds. False, and noted, if they are too many. */
  addExpansion(length: number): boolean {
    this.expansion -= length
    if (this.expansion >= 0) return true
    this.note('Tag limit exceeded', 'reference')
    return false
  }

  note(message: MarkupDiagnostic['message'], tag: string): void {
    if (!this.diagnostics.some((known) => known.message === message && known.tag === tag)) {
      this.diagnostics.push({ message, tag })
    }
  }
}
