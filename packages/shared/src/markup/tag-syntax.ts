import type { PairedTag } from './syntax.ts'

/** A tag in brackets as it stands in a text. */
export interface ParsedTag {
  isEnd: boolean
  /** In lower case. */
  name: string
  /** The number that keeps pairs apart, as `:12`, or nothing. */
  suffix: string
  /** Values by name in lower case; that of `[name=value]` by the empty one. */
  values: Readonly<Record<string, string>>
  end: number
}

const head = /\[(\/?)([a-z][\w-]*|\*)(:\d{1,9})?/iy
// Without quotes it may have blanks in it, up to the next `name=`.
const word = String.raw`(?!["'])(?:[^\s[\]]|[ \t]{1,3}(?=[^\s[\]])(?![\w-]+=))*`
const value = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|${word}`
const defaultValue = new RegExp(`=(${value})`, 'y')
const namedValue = new RegExp(String.raw`\s+([a-z][\w-]*)=(${value})`, 'iy')
const tail = /\s*\]/y
const longest = 1000

/** The tag at `position`; undefined if what stands there has not the form of one. */
export function parseTag(text: string, position: number): ParsedTag | undefined {
  head.lastIndex = position
  const start = head.exec(text)
  if (!start) return undefined
  const [, slash, name = '', suffix = ''] = start
  let at = head.lastIndex
  const values: Record<string, string> = {}
  if (!slash) {
    const part = text.slice(at, position + longest)
    at = 0
    defaultValue.lastIndex = 0
    const first = defaultValue.exec(part)
    if (first) {
      values[''] = unquote(first[1] ?? '')
      at = defaultValue.lastIndex
    }
    for (;;) {
      namedValue.lastIndex = at
      const named = namedValue.exec(part)
      if (!named) break
      values[(named[1] ?? '').toLowerCase()] = unquote(named[2] ?? '')
      at = namedValue.lastIndex
    }
    at += head.lastIndex
  }
  tail.lastIndex = at
  if (!tail.test(text)) return undefined
  return { isEnd: slash === '/', name: name.toLowerCase(), suffix, values, end: tail.lastIndex }
}

function unquote(raw: string): string {
  return /^["']/.test(raw) ? raw.slice(1, -1).replace(/\\(.)/g, '$1') : raw
}

/** The values of a tag as its declaration has them; undefined if it refuses one or misses one. */
export function tagAttributes(
  tag: PairedTag,
  values: ParsedTag['values'],
): Record<string, string> | undefined {
  const attributes: Record<string, string> = {}
  for (const [name, rule] of Object.entries(tag.attributes ?? {})) {
    const given = values[name.toLowerCase()] ?? (name === tag.defaultAttribute ? values[''] : undefined)
    if (given === undefined) continue
    const used = typeof rule === 'function' ? rule(given) : rule.test(given) ? given : undefined
    if (used === undefined) return undefined
    attributes[name] = used
  }
  return tag.required?.every((name) => name in attributes) === false ? undefined : attributes
}
