import { type Context, type Field, htmlOf, type PostRow } from '@parley/server'
import type { LinkPreview } from '../../shared.ts'
import { previewOf } from '../answers/preview.ts'
import { cachedPages, cacheKey, type ReadPage } from '../cache/store.ts'
import { previewRulesOf } from '../settings.ts'
import { hasLinks, previewedLinks } from './links.ts'

/** Addresses of one answer that are looked up. Browsers ask for the others. */
const mostLookedUp = 500

/** The links of a comment that get a card, with the previews that the forum has. Only comments with such links have it. */
export const linkPreviews: Field<PostRow> = {
  form: 'basic',
  json: 'object',
  isLong: true,
  visible: ({ type }) => type === 'comment',
  async load(posts, context) {
    const links = await linksOf(posts, context)
    const addresses = [...new Set([...links.values()].flat())].slice(0, mostLookedUp)
    const keys = new Map(addresses.map((address) => [address, cacheKey(address) ?? '']))
    const pages = await cachedPages([...new Set(keys.values())], context, { failed: false })
    const previewFor = (address: string) => {
      const page = pages.get(keys.get(address) ?? '')
      return page ? shown(address, page, context) : null
    }
    return new Map(
      [...links].map(([id, ofPost]) => [
        id,
        Object.fromEntries(ofPost.map((address) => [address, previewFor(address)])),
      ]),
    )
  },
}

function shown(address: string, { facts, readAt }: ReadPage, context: Context): LinkPreview | null {
  return facts && previewOf(address, { facts, readAt }, context)
}

/** The links that get a card, by id of the post, of those that have some. */
async function linksOf(posts: readonly PostRow[], context: Context): Promise<Map<number, string[]>> {
  const links = new Map<number, string[]>()
  const { forum } = context
  if (forum.network.isOff) return links
  const rules = previewRulesOf(forum)
  const some = posts.filter((post) => mayHaveLinks(post, forum.markup.version))
  for (const [id, html] of some.length > 0 ? await htmlOf(some, context) : []) {
    const found = html === null ? [] : previewedLinks(html, rules)
    if (found.length > 0) links.set(id, found)
  }
  return links
}

/** HTML of another version of the markup is made again. */
function mayHaveLinks({ type, content_html, markup_version }: PostRow, version: string): boolean {
  return type === 'comment' && (markup_version !== version || hasLinks(content_html ?? ''))
}
