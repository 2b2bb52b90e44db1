import type { Context } from '@parley/server'
import { isAllowed } from '../../shared/rules.ts'
import type { LinkPreviewAnswer } from '../../shared.ts'
import { cachedPages, cacheKey, type ReadPage } from '../cache/store.ts'
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
      const { facts, readAt } = pages.get(keys.get(address) ?? '') ?? {}
      return [address, facts && readAt ? previewOf(address, { facts, readAt }, context) : failure(context)]
    }),
  )
}

/** The keys in the cache of the addresses that may have a preview. */
function allowedKeys(addresses: readonly string[], { forum }: Context): Map<string, string> {
  if (forum.network.isOff) return new Map()
  const rules = previewRulesOf(forum)
  return new Map(
    addresses.flatMap((address) => {
      const key = isAllowed(address, rules) ? cacheKey(address) : null
      return key === null ? [] : [[address, key]]
    }),
  )
}

async function readPages(
  keys: ReadonlyMap<string, string>,
  context: Context,
): Promise<ReadonlyMap<string, ReadPage>> {
  const { forum } = context
  const addresses = new Map([...keys].map(([address, key]) => [key, address]))
  const pages = await cachedPages([...addresses.keys()], context, { failed: true }).catch(
    (error: unknown) => {
      forum.log.error({ err: error }, 'Link previews could not be looked up')
      return new Map<string, ReadPage>()
    },
  )
  const missing = [...addresses].filter(([key]) => !pages.has(key))
  await countPages(missing.filter(([key]) => !isRunning(key, forum)).length, context)
  await Promise.all(
    missing.map(async ([key, address]) => pages.set(key, await fetchPage(key, address, context))),
  )
  return pages
}
