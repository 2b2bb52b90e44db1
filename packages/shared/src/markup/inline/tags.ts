import type { PairedTag } from '../syntax.ts'
import { type ParsedTag, parseTag, tagAttributes } from '../tag-syntax.ts'
import { pairOf } from './parts.ts'
import type { ScanState } from './scan-state.ts'

/** Scans a tag of a syntax at a `[`. */
export function scanTag(scanner: ScanState): boolean {
  const { tags } = scanner.dialect.grammar
  const parsed = tags.size > 0 ? parseTag(scanner.text, scanner.position) : undefined
  const tag = parsed && tags.get(parsed.name)
  if (!parsed || !tag) return false
  const key = `[${parsed.name}${parsed.suffix}`
  if (parsed.isEnd) return scanner.pairs.end(key, parsed.end)
  if (tag.content === 'block' || tag.content === 'code') {
    scanner.log.report(
      tag.isItemOf ? 'Tag requires an ancestor' : 'Tag is not allowed in this context',
      tag.name,
    )
    return false
  }
  const attributes = tagAttributes(tag, parsed.values)
  if (!attributes) return false
  if (tag.content === 'text') return scanRaw(scanner, tag, parsed, attributes)
  if (tag.content === 'none') return addRaw(scanner, tag, attributes, '', parsed.end)
  return scanner.pairs.start(key, pairOf(tag.name, attributes, tag), parsed.end)
}

/** Scans a tag whose content is not parsed, up to its first end tag. */
function scanRaw(
  scanner: ScanState,
  tag: PairedTag,
  { name, suffix, end: start }: ParsedTag,
  attributes: Record<string, string>,
): boolean {
  const close = scanner.tagEnds.find(`${name}${suffix}`, start)
  return (
    close !== undefined && addRaw(scanner, tag, attributes, scanner.text.slice(start, close.start), close.end)
  )
}

/** Adds what a tag makes of text that is not parsed, up to `end`. */
function addRaw(
  scanner: ScanState,
  tag: PairedTag,
  attributes: Record<string, string>,
  text: string,
  end: number,
): boolean {
  if (!scanner.log.mayOpen(tag.name)) return false
  const node = tag.render({ attributes, children: [], text }, scanner.dialect.links)
  if (node === undefined) {
    scanner.log.addFix(tag.name)
    return false
  }
  if (typeof node === 'string') scanner.add(node, end)
  else scanner.addNode(node, end)
  return true
}

/** Finds end tags in a text. Caches the results, so that all searches together take linear time. */
export class TagEnds {
  private readonly text: string
  private readonly cache = new Map<string, { from: number; start: number; end: number }>()

  constructor(text: string) {
    this.text = text
  }

  /** The first `[/name]` at or after `from`, in any case. */
  find(name: string, from: number): { start: number; end: number } | undefined {
    let found = this.cache.get(name)
    if (!found || from < found.from || from > found.start) {
      const expression = new RegExp(`\\[/${name.replace(/[^\w:]/g, '\\$&')}\\s*\\]`, 'gi')
      expression.lastIndex = from
      const match = expression.exec(this.text)
      found = { from, start: match?.index ?? Number.POSITIVE_INFINITY, end: expression.lastIndex }
      this.cache.set(name, found)
    }
    return found.start === Number.POSITIVE_INFINITY ? undefined : found
  }
}
