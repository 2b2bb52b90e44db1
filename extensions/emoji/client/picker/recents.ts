import type { App } from '@parley/client'
import { storedRecents, storeRecent } from './stored.ts'

/** How many recent emoji each browser keeps; 0 where the forum wants none. */
function recentCount({ forum }: App): number {
  return forum['flamoji.show_recents'] === false ? 0 : (forum['flamoji.recents_count'] ?? 50)
}

/** The recent emoji that the picker shows, the newest first. */
export function shownRecents(app: App): readonly string[] {
  return storedRecents().slice(0, recentCount(app))
}

/** Keeps what was chosen, from the picker or by completion. */
export function rememberRecent(app: App, character: string): void {
  const count = recentCount(app)
  if (count > 0) storeRecent(character, count)
}
