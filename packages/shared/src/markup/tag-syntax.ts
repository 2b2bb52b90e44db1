import type { PairedTag } from './syntax.ts'

/** A tag in brackets as it occurs in a text. */
export interface ParsedTag {
  isEnd: boolean
  /** In lower case. */
  name: string
  /** The number that distinguishes pairs, as `:12`, or ''. */
  suffix: string
  /** Values by name in lower case; that of `[name=value]` has the name ''. */
  values: Readonly<Record<string, string>>
  end: number
}

const head = /\[(\/?)([a-z][\w-]*|\*)(:\d{1,9})?/iy
// A value without quotes may contain blanks, up to the next `name=`.
const word = String.raw`(?!["'])(?:[^\s[\]]|[ \t]{1,3}(?=[^\s[\]])(?![\w-]+=))*`
const value = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|${word}`
const defaultValue = new RegExp(`=(${value})`, 'y')
const namedValue = new RegExp(String.raw`\s+([a-z][\w-]*)=(${value})`, 'iy')
const tail = /\s*\]/y
const maxLength = 1000

/** Parses the tag at `position`; undefined if there is none. */
export function parseTag(text: string, position: number): ParsedTag | undefined {
  head.lastIndex = position
  const start = head.exec(text)
  if (!start) return undefined
  const [, slash, name = '', suffix = ''] = start
  let at = head.lastIndex
  const values: Record<string, string> = {}
  if (!slash) {
    const part = text.slice(at, position + maxLength)
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

/** Checks the values of a tag by its declaration; undefined if one is invalid or a required one is missing. */
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
