import {
  type Context,
  type DiscussionRow,
  discussionSlug,
  displayNameOf,
  isVisible,
  loadRows,
  type PostRow,
  rememberRows,
  type UserRow,
  userSlug,
} from '@parley/server'
import type { GroupMentionFacts, PostMentionFacts, UserMentionFacts } from '../../markup/facts.ts'
import { readMentions, type StoredMentions, userIdsOf } from '../stored-mentions.ts'

/** Where a mentioned post stands, and who wrote it. */
export interface PostPlace {
  id: number
  number: number
  user_id: number | null
  discussion: DiscussionRow
}

/** What the mentions in some posts are rendered from. Each user, post and group is looked up once. */
export class MentionFacts {
  readonly users = new Map<number, UserMentionFacts>()
  readonly posts = new Map<number, PostMentionFacts>()
  readonly groups = new Map<number, GroupMentionFacts>()
  readonly #mentions = new Map<number, StoredMentions>()
  readonly #places = new Map<number, PostPlace>()
  readonly #asked = { users: new Set<number>(), posts: new Set<number>(), groups: new Set<number>() }

  /** What the text of a post mentions. */
  mentionsIn(post: PostRow): StoredMentions {
    const mentions = this.#mentions.get(post.id) ?? readMentions(post)
    this.#mentions.set(post.id, mentions)
    return mentions
  }

  /** Adds the places of posts that the actor sees: these need not be read. */
  addPlaces(places: readonly PostPlace[]): void {
    for (const place of places) this.#places.set(place.id, place)
  }

  /** Ids of posts that some posts mention, and that have no place yet. */
  unplaced(posts: readonly PostRow[]): number[] {
    const ids = new Set(posts.flatMap((post) => [...this.mentionsIn(post).posts]))
    return [...ids].filter((id) => !this.#places.has(id))
  }

  /**
   * Looks up what some posts mention. Takes one query for posts that have no place yet, and one for users and for groups.
   * @param alsoUsers ids of users whom the request needs besides: they are read by the same query.
   */
  async complete(
    posts: readonly PostRow[],
    context: Context,
    alsoUsers: readonly number[] = [],
  ): Promise<void> {
    await this.lookUp(
      posts.map((post) => this.mentionsIn(post)),
      context,
      alsoUsers,
    )
  }

  /** Looks up what some texts mention, by the same queries. */
  async lookUp(
    mentions: readonly StoredMentions[],
    context: Context,
    alsoUsers: readonly number[] = [],
  ): Promise<void> {
    const postIds = this.#missing(
      'posts',
      mentions.flatMap((of) => [...of.posts]),
    )
    await this.#readPlaces(postIds, context)
    const places = postIds.flatMap((id) => this.#places.get(id) ?? [])
    const authorIds = places.flatMap(({ user_id }) => user_id ?? [])
    const userIds = this.#missing('users', [...mentions.flatMap(userIdsOf), ...authorIds])
    const groupIds = this.#missing(
      'groups',
      mentions.flatMap((of) => [...of.groups]),
    )
    const [users, groups] = await Promise.all([
      alsoUsers.length > 0
        ? loadRows(context, 'users', [...userIds, ...alsoUsers])
        : readUsers(userIds, context),
      loadRows(context, 'groups', groupIds),
    ])
    const { basePath } = context.forum
    for (const [id, user] of users) {
      const displayName = displayNameOf(user, context.forum)
      const href = `${basePath}/u/${encodeURIComponent(userSlug(user, context))}`
      this.users.set(id, { id: String(id), displayName, href })
    }
    for (const [id, { name_plural: namePlural, color, icon }] of groups)
      this.groups.set(id, { namePlural, color: color || null, icon: icon || null })
    for (const { id, number, user_id, discussion } of places) {
      const displayName = this.users.get(user_id ?? 0)?.displayName ?? null
      const href = `${basePath}/d/${encodeURI(discussionSlug(discussion, context))}/${number}`
      this.posts.set(id, { id: String(id), displayName, href })
    }
  }

  #missing(kind: 'users' | 'posts' | 'groups', ids: readonly number[]): number[] {
    const asked = this.#asked[kind]
    const missing = [...new Set(ids)].filter((id) => !asked.has(id))
    for (const id of missing) asked.add(id)
    return missing
  }

  async #readPlaces(ids: readonly number[], context: Context): Promise<void> {
    const unknown = ids.filter((id) => !this.#places.has(id))
    if (unknown.length > 0) this.addPlaces(await readPlaces(unknown, context))
  }
}

/** Reads users by one query, without the groups that a page of them would show. */
async function readUsers(ids: readonly number[], context: Context): Promise<ReadonlyMap<number, UserRow>> {
  if (ids.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('users')
    .selectAll('users')
    .where((eb) => context.forum.database.dialect.idIn(eb.ref('users.id'), ids))
    .where(isVisible(context, 'users'))
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, group_ids: [] }]))
}

/** Reads the places of those posts that the actor sees, by one query. */
async function readPlaces(ids: readonly number[], context: Context): Promise<PostPlace[]> {
  const rows = await context.db
    .selectFrom('posts')
    .innerJoin('discussions', 'discussions.id', 'posts.discussion_id')
    .selectAll('discussions')
    .select((eb) => [
      'posts.id as post_id',
      'posts.number as post_number',
      'posts.user_id as post_user_id',
      eb.case().when(isVisible(context, 'discussions')).then(eb.lit(1)).else(eb.lit(0)).end().as('shown'),
    ])
    .where((eb) => context.forum.database.dialect.idIn(eb.ref('posts.id'), ids))
    .where(isVisible(context, 'posts'))
    .execute()
  const places = rows.map(({ post_id, post_number, post_user_id, shown, ...discussion }) => ({
    shown: shown === 1,
    place: { id: post_id, number: post_number, user_id: post_user_id, discussion },
  }))
  // Authors see their own posts, also where they do not see the discussion.
  const discussions = places.flatMap(({ shown, place }) => (shown ? place.discussion : []))
  rememberRows(context, 'discussions', [...new Map(discussions.map((row) => [row.id, row])).values()])
  return places.map(({ place }) => place)
}
