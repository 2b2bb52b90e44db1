import type { Plugin } from 'vite'

/**
 * Parts of markdown-it that the forum's markup has no use for, as little as they can be in a bundle: links in text
 * are found by our own code, and regular expressions know Unicode's classes of characters.
 */
const parts: Readonly<Record<string, string>> = {
  'linkify-it': 'export class LinkifyIt {}',
  'uc.micro': String.raw`export const P = /\p{P}/u, S = /\p{S}/u`,
}

const prefix = '\0lean-markdown:'

/** Leaves out of bundles what markdown-it brings along for other uses (7 kB brotli). */
export function leanMarkdown(): Plugin {
  return {
    name: 'lean-markdown',
    enforce: 'pre',
    resolveId: (id) => (Object.hasOwn(parts, id) ? prefix + id : null),
    load: (id) => (id.startsWith(prefix) ? (parts[id.slice(prefix.length)] ?? null) : null),
  }
}
