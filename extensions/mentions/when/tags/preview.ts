import type { SyntaxModule } from '@parley/client'
import { tagPath } from '../../../tags/contract/client.tsx'
import type { TagMentionFacts } from '../../markup/facts.ts'
import { searchTags } from './search-tags.ts'

export { default } from '../../markup/tag-mentions.ts'

/** Slugs of one text that are looked up at once. */
const mostSlugs = 10

/** What the store has of a tag, by its slug. */
export const facts: SyntaxModule['facts'] = ({ id: slug }, { store, href }) => {
  const tag = store.all('tags').find((each) => each.slug === slug)
  if (tag === undefined) return undefined
  const { id, name, color, icon } = tag
  return { id, name, color, icon, href: href(tagPath(tag)) } satisfies TagMentionFacts
}

export const fetchFacts: SyntaxModule['fetchFacts'] = (references, app) =>
  Promise.all(references.slice(0, mostSlugs).map(({ id }) => searchTags(app, id)))
