import type { Context } from '@parley/server'
import { cacheKey } from '../server/cache/store.ts'
import type { PageFacts } from '../server/reading/facts.ts'

/** A forum of journeys, in another process. */
export interface ServedForum {
  current: Pick<Context['forum'], 'database' | 'now'>
}

const nothing: PageFacts = {
  site_name: null,
  title: null,
  description: null,
  image: null,
  picture: null,
  icon: null,
}

/** Stores what the forum has read of pages, by address. */
export async function storePages(
  { current: { database, now } }: ServedForum,
  pages: Readonly<Record<string, Partial<PageFacts>>>,
): Promise<void> {
  const values = Object.entries(pages).map(([address, facts]) => ({
    hash: cacheKey(address) ?? '',
    facts: JSON.stringify({ ...nothing, ...facts }),
    read_at: now().toISOString(),
  }))
  await database.transaction((db) =>
    db
      .insertInto('link_previews')
      .values(values)
      // A journey may run again.
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute(),
  )
}

/** A picture of a harbour, for the forum's pictures of other sites. */
export const harbour =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#3b7ea1"/></svg>'
