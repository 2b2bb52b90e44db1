import type { Context, PostRow } from '@parley/server'
import { deleted, type MarkupReference } from '@parley/shared/markup'
import type { DeletedUserFacts } from '../../markup/facts.ts'
import { MentionFacts } from './facts.ts'

const factsKey = Symbol('mentions')

/** A post of a page, with the facts that were looked up for the page. */
type PostOfPage = PostRow & { [factsKey]?: MentionFacts }

/** Keeps facts with the posts of a page, whose HTML may be rendered later, one by one. */
export function keepFacts(posts: readonly PostOfPage[], facts: MentionFacts): void {
  for (const post of posts) post[factsKey] = facts
}

interface Use {
  post: PostRow
  reference: MarkupReference
}

type Find = (id: number, facts: MentionFacts) => unknown

const isDeleted = () => deleted

/** What a reference mentions: an id; undefined for a text that mentions nothing. */
type Target = (reference: MarkupReference, facts: MentionFacts, post: PostRow) => number | undefined

function resolver(targetOf: Target, find: Find, deletedFacts: (id: number) => unknown = isDeleted) {
  return async (uses: readonly Use[], context: Context): Promise<(use: Use) => unknown> => {
    const own = new MentionFacts()
    const factsOf = (post: PostOfPage) => post[factsKey] ?? own
    const posts = [...new Set(uses.map(({ post }) => post))]
    for (const [facts, some] of Map.groupBy(posts, factsOf)) await facts.complete(some, context)
    return ({ post, reference }) => {
      const facts = factsOf(post)
      const target = targetOf(reference, facts, post)
      if (target === undefined) return undefined
      // A hidden post mentions nothing until it is restored.
      return (post.hidden_at === null && find(target, facts)) || deletedFacts(target)
    }
  }
}

const idIn =
  (kind: 'posts' | 'groups'): Target =>
  ({ id }, facts, post) =>
    facts.mentionsIn(post)[kind].has(Number(id)) ? Number(id) : undefined

const userOf: Target = ({ id, details }, facts, post) => {
  const { names, users } = facts.mentionsIn(post)
  if (details?.username !== undefined) return names.get(details.username)
  return users.has(Number(id)) ? Number(id) : undefined
}

/**
 * The resolvers of mentions. A target that was there when the text was saved and that the reader does not see, or that is
 * deleted since, is `deleted`: its name is not shown.
 */
export const mentionResolvers = {
  userMention: resolver(
    userOf,
    (id, { users }) => users.get(id),
    // A name alone would not tell whom the source meant.
    (id): DeletedUserFacts => ({ deletedId: String(id) }),
  ),
  postMention: resolver(idIn('posts'), (id, { posts }) => posts.get(id)),
  groupMention: resolver(idIn('groups'), (id, { groups }) => groups.get(id)),
}
