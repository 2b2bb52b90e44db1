import { type FeedSource, isVisible, notFound } from '@parley/server'

/** The newest kudos of accounts that guests may see, unless only members see kudos. */
export const kudosFeed: FeedSource = {
  summary: 'Show the feed of kudos',
  async read(context) {
    const { db, forum } = context
    if (forum.settings.get('kudos_visible') !== 'everyone') throw notFound()
    const rows = await db
      .selectFrom('thanks')
      .innerJoin('users', 'users.id', 'thanks.user_id')
      .select(['thanks.id', 'users.username', 'thanks.reason', 'thanks.created_at'])
      .where(isVisible(context, 'users'))
      .orderBy('thanks.id', 'desc')
      .limit(20)
      .execute()
    return {
      path: '/atom/kudos',
      pagePath: '/',
      title: forum.settings.get('kudos_name'),
      entries: rows.map(({ id, username, reason, created_at }) => ({
        id: `${forum.baseUrl}/kudos/${id}`,
        url: `${forum.baseUrl}/u/${encodeURIComponent(username)}`,
        title: reason,
        author: { name: username },
        published: created_at,
      })),
    }
  },
}
