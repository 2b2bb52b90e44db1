import type { Context } from '@parley/server'
import { isAllowed } from '../../shared/rules.ts'
import type { LinkPreviewAnswer } from '../../shared.ts'
import { cachedPages, cacheKey, failureKey, type ReadPage } from '../cache/store.ts'
import { previewRulesOf } from '../settings.ts'
import { fetchPage, isRunning } from './fetch.ts'
import { countPages } from './limit.ts'
import { failure, previewOf } from './preview.ts'

/**
 * The answers for addresses, which are different: from the cache, or from pages that are read now, all at once.
 * @throws 429 if the client's address may not have so many pages read. Then none is.
 */
export async function previewsOf(
  addresses: readonly string[],
  context: Context,
): Promise<Map<string, LinkPreviewAnswer>> {
  const keys = allowedKeys(addresses, context)
  const pages = await readPages(keys, context)
  return new Map(
    addresses.map((address) => {
      const { facts, readAt } = pageAt(keys.get(address), pages) ?? {}
      return [address, facts && readAt ? previewOf(address, { facts, readAt }, context) : failure(context)]
    }),
  )
}

/** The keys of an address in the cache: where its page is, and where it says that it could not be read. */
interface Keys {
  page: string
  failure: string
}

/** The keys of the addresses that may have a preview. */
function allowedKeys(addresses: readonly string[], { forum }: Context): Map<string, Keys> {
  if (forum.network.isOff) return new Map()
  const rules = previewRulesOf(forum)
  return new Map(
    addresses.flatMap((address) => {
      const [page, failure] = isAllowed(address, rules) ? [cacheKey(address), failureKey(address)] : []
      return page && failure ? [[address, { page, failure }]] : []
    }),
  )
}

function pageAt(keys: Keys | undefined, pages: ReadonlyMap<string, ReadPage>): ReadPage | undefined {
  return keys && (pages.get(keys.page) ?? pages.get(keys.failure))
}

async function readPages(
  keys: ReadonlyMap<string, Keys>,
  context: Context,
): Promise<ReadonlyMap<string, ReadPage>> {
  const { forum } = context
  const lookedUp = new Set([...keys.values()].flatMap(({ page, failure }) => [page, failure]))
  const pages = await cachedPages([...lookedUp], context, { failed: true }).catch((error: unknown) => {
    forum.log.error({ err: error }, 'Link previews could not be looked up')
    return new Map<string, ReadPage>()
  })
  const missing = new Map(
    [...keys].filter(([, own]) => !pageAt(own, pages)).map(([address, { failure }]) => [failure, address]),
  )
  await countPages([...missing.keys()].filter((key) => !isRunning(key, forum)).length, context)
  await Promise.all(
    [...missing].map(async ([key, address]) => pages.set(key, await fetchPage(key, address, context))),
  )
  return pages
}
