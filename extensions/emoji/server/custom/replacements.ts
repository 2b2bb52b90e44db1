import type { TablesInMemory } from '@parley/server'
import type { WordReplacements } from '@parley/shared/markup'
import { replacementsOf } from '../../shared/picture-words.ts'

/** The pictures of custom emoji in posts. */
export function customReplacements({
  tables,
  baseUrl,
}: {
  tables: TablesInMemory
  baseUrl: string
}): WordReplacements {
  return replacementsOf(tables.get('customEmoji'), baseUrl)
}
