import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/** The content of a locale file: nested keys with ICU MessageFormat texts or references `=> core.ref.view`. */
export interface MessageTree {
  [key: string]: string | MessageTree
}

/** A text without placeholders, or the syntax tree of one that needs formatting. */
export type Message = string | MessageFormatElement[]

/** Parsed messages by full key. */
export type Messages = Record<string, Message>

const reference = /^=>\s*(\S+)\s*$/

/**
 * Flattens locale trees into one record from full key (`core.ref.view`) to ICU text and resolves
 * references, also across trees. The later tree wins where a key occurs twice.
 *
 * @throws Error with the key of a reference that is unknown or circular, or of a value that is not a text.
 */
export function compileMessages(...trees: MessageTree[]): Record<string, string> {
  const raw = new Map<string, string>()
  for (const tree of trees) flatten(tree, '', raw)
  const texts: Record<string, string> = {}
  for (const key of raw.keys()) texts[key] = resolve(raw, key)
  return texts
}

function flatten(tree: MessageTree, prefix: string, into: Map<string, string>) {
  for (const [name, value] of Object.entries(tree)) {
    const key = prefix + name
    if (typeof value === 'string') into.set(key, value)
    else if (value && typeof value === 'object' && !Array.isArray(value)) flatten(value, `${key}.`, into)
    else throw new Error(`Message ${key} is not a text`)
  }
}

function resolve(raw: Map<string, string>, key: string): string {
  const path = [key]
  for (;;) {
    const text = raw.get(path.at(-1) as string)
    if (text === undefined) throw new Error(`Message ${path.join(' => ')}: there is no such key`)
    const target = reference.exec(text)?.[1]
    if (target === undefined) return text
    if (path.includes(target)) throw new Error(`Message ${[...path, target].join(' => ')} is circular`)
    path.push(target)
  }
}
