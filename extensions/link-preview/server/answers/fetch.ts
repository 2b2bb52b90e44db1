import { addressKey, Budget, type Context } from '@parley/server'
import { cacheKey, cachePage, type ReadPage } from '../cache/store.ts'
import { readPage } from '../reading/read-page.ts'

type Forum = Context['forum']

/** The pages that are being read now, by the key of their failure, of each forum. */
const running = new WeakMap<Forum['database'], Map<string, Promise<ReadPage>>>()

function pagesOf({ database }: Forum): Map<string, Promise<ReadPage>> {
  const pages = running.get(database) ?? new Map<string, Promise<ReadPage>>()
  running.set(database, pages)
  return pages
}

/** Pages that are read at once: slow sites of one client address must not hold up what others and pictures need. */
const lane = new Budget({ total: 12, perKey: 8, waiting: { total: 400, perKey: 60 }, waitMs: 30_000 })

/** Whether a page is being read now. */
export function isRunning(key: string, forum: Forum): boolean {
  return pagesOf(forum).has(key)
}

/**
 * Reads a page, and keeps what it says, but for an administrator who views the forum as another. Requests for a page that is being
 * read share the answer. Never rejects.
 * @param key the key of its failure.
 */
export function fetchPage(key: string, address: string, context: Context): Promise<ReadPage> {
  const pages = pagesOf(context.forum)
  const known = pages.get(key)
  if (known) return known
  const page = readAndCache(key, address, context).finally(() => pages.delete(key))
  pages.set(key, page)
  return page
}

async function readAndCache(key: string, address: string, context: Context): Promise<ReadPage> {
  const { forum, viewAs, client } = context
  const by = { key: addressKey(client?.ip ?? '') }
  const page = await lane.hold(1, () => read(address, forum), by).catch(() => undefined)
  // What had to wait for too long says nothing of its page.
  if (!page) return { facts: null, readAt: forum.now() }
  if (viewAs) return page
  const place = page.facts ? cacheKey(address) : key
  await cachePage(place ?? key, page, forum).catch((error: unknown) =>
    forum.log.error({ err: error }, 'A link preview could not be stored'),
  )
  return page
}

async function read(address: string, forum: Forum): Promise<ReadPage> {
  const facts = await readPage(forum, address).catch((error: unknown) => {
    forum.log.error({ err: error, address }, 'A page of another site could not be parsed')
    return null
  })
  return { facts, readAt: forum.now() }
}
