import { splitSearch } from '@parley/shared/search-text'
import type { App } from '../../points/app.ts'

/** Returns the words of a search text without its gambits. */
export function freeText(text: string, gambits: App['gambits']): string {
  return splitSearch(text)
    .filter((part) => !isGambit(part, gambits))
    .join(' ')
}

function isGambit(part: string, gambits: App['gambits']): boolean {
  const positive = part.replace(/^-/, '').toLowerCase()
  if (gambits.has(positive)) return !positive.endsWith(':')
  return gambits.has(positive.slice(0, positive.indexOf(':') + 1))
}
