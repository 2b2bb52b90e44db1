import { createHash } from 'node:crypto'
import type { Context } from '@parley/server'
import { readAddress } from '../../shared/rules.ts'
import { type PageFacts, readStoredFacts } from '../reading/facts.ts'
import './table.ts'

type Forum = Context['forum']

/** What was read of a page, and when; null for a page that could not be read. */
export interface ReadPage {
  facts: PageFacts | null
  readAt: Date
}

/** For how long a page that could not be read is not asked again, in milliseconds. */
const failureTime = 60_000

/** The time for which pages are kept, in milliseconds. */
function cacheTime({ settings }: Forum): number {
  return settings.get('datlechin-link-preview.cache_time') * 60_000
}

/**
 * The key of an address in the cache: http and https share it, as do all fragments of a page. Null for what is no http or
 * https address.
 */
export function cacheKey(address: string): string | null {
  const url = readAddress(address)
  return url === null ? null : hashOf(url, url.protocol.length)
}

/** The key of an address that could not be read: at the other scheme its page may be there. Null as for `cacheKey`. */
export function failureKey(address: string): string | null {
  const url = readAddress(address)
  return url === null ? null : hashOf(url, 0)
}

function hashOf(url: URL, start: number): string {
  url.hash = ''
  return createHash('sha256').update(url.href.slice(start)).digest('base64url')
}

/** The pages that the cache has now, by key. Without `failed` only those that could be read. */
export async function cachedPages(
  keys: readonly string[],
  context: Context,
  { failed }: { failed: boolean },
): Promise<Map<string, ReadPage>> {
  const pages = new Map<string, ReadPage>()
  const time = cacheTime(context.forum)
  if (keys.length === 0 || time === 0) return pages
  const rows = await context.db
    .selectFrom('link_previews')
    .select(['hash', 'facts', 'read_at'])
    .where('hash', 'in', keys)
    .where('read_at', '>', new Date(+context.now - time).toISOString())
    .$if(!failed, (query) => query.where('facts', 'is not', null))
    .execute()
  for (const { hash, facts: stored, read_at } of rows) {
    const readAt = new Date(read_at)
    if (stored === null && +context.now - +readAt >= failureTime) continue
    const facts = stored === null ? null : readStoredFacts(stored)
    if (facts !== undefined) pages.set(hash, { facts, readAt })
  }
  return pages
}

/** Keeps what was read of a page. */
export async function cachePage(key: string, { facts, readAt }: ReadPage, forum: Forum): Promise<void> {
  if (cacheTime(forum) === 0) return
  const values = { facts: facts && JSON.stringify(facts), read_at: readAt.toISOString() }
  await forum.database.transaction((db) =>
    db
      .insertInto('link_previews')
      .values({ hash: key, ...values })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet(values))
      .execute(),
  )
}

/** Pages that one transaction deletes. */
const batchSize = 1000

/** Deletes the pages that are too old, in steps. */
export async function deleteOldPages(forum: Forum, now: Date, signal: AbortSignal): Promise<void> {
  const before = new Date(+now - cacheTime(forum)).toISOString()
  for (let deleted = batchSize; deleted === batchSize && !signal.aborted; ) {
    const hashes = await forum.database.read
      .selectFrom('link_previews')
      .select('hash')
      .where('read_at', '<=', before)
      .orderBy('read_at')
      .limit(batchSize)
      .execute()
    deleted = hashes.length
    if (deleted === 0) return
    await forum.database.transaction((db) =>
      db
        .deleteFrom('link_previews')
        .where(
          'hash',
          'in',
          hashes.map(({ hash }) => hash),
        )
        // One that was read again meanwhile stays.
        .where('read_at', '<=', before)
        .execute(),
    )
  }
}
