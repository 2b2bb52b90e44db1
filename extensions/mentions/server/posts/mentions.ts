import { loadRows, type PostRow, type Relation } from '@parley/server'

/** The targets that a post mentions, of one kind: those that the actor sees. */
function mentionsOf(kind: 'post' | 'user' | 'group'): Relation<PostRow> {
  const to = `${kind}s` as const
  return {
    to,
    form: kind === 'group' ? 'full' : 'basic',
    many: true,
    async load(posts, context) {
      const { db, forum } = context
      const links = await db
        .selectFrom(`post_mentions_${kind}`)
        .select((eb) => ['post_id', eb.ref(`mentions_${kind}_id` as 'post_id').as('target_id')])
        .where((eb) =>
          forum.database.dialect.idIn(
            eb.ref('post_id'),
            posts.map(({ id }) => id),
          ),
        )
        .orderBy('target_id')
        .execute()
      const targets = await loadRows(
        context,
        to,
        links.map(({ target_id }) => target_id),
      )
      const byPost = Map.groupBy(links, ({ post_id }) => post_id)
      return new Map(
        posts.map(({ id }) => [
          id,
          (byPost.get(id) ?? []).flatMap(({ target_id }) => targets.get(target_id) ?? []),
        ]),
      )
    },
  }
}

export const mentionsPosts = mentionsOf('post')
export const mentionsUsers = mentionsOf('user')
export const mentionsGroups = mentionsOf('group')
