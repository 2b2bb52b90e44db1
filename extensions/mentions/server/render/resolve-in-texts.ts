import type { Context } from '@parley/server'
import type { MarkupReference } from '@parley/shared/markup'
import { builtIn, findTargets } from '../save/find-targets.ts'
import { noMentions, type StoredMentions } from '../stored-mentions.ts'
import { MentionFacts } from './facts.ts'

type Find = (reference: MarkupReference, mentions: StoredMentions, facts: MentionFacts) => unknown

/**
 * Resolves mentions in a text that is no post, and of which nothing is stored: what they mention is looked up for the reader. What
 * the reader does not see, and what is not there, stays as it is typed.
 */
function resolver(find: Find) {
  return async (references: readonly MarkupReference[], context: Context) => {
    const ids = references.flatMap(({ id }) => (id === '' ? [] : Number(id)))
    // The text has them all; whether the reader sees them is asked below.
    const named = {
      users: new Set(ids),
      posts: new Set(ids),
      groups: new Set(ids.filter((id) => !builtIn.includes(id))),
    }
    const mentions = await findTargets(references, { ...noMentions, ...named }, context)
    const facts = new MentionFacts()
    await facts.lookUp([mentions], context)
    return (reference: MarkupReference) => find(reference, mentions, facts)
  }
}

/** The resolvers for texts that are no posts, by kind of reference. */
export const textResolvers = {
  userMention: resolver(({ id, details }, { names }, { users }) => {
    const userId = details?.username === undefined ? Number(id) : names.get(details.username)
    return userId === undefined ? undefined : users.get(userId)
  }),
  postMention: resolver(({ id }, _mentions, { posts }) => posts.get(Number(id))),
  groupMention: resolver(({ id }, _mentions, { groups }) => groups.get(Number(id))),
}
