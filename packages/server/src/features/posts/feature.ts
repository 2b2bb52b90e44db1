import { readFilterValue } from '../../engine/jsonapi/lists/filter-values.ts'
import { currentRow, loadRows } from '../../engine/jsonapi/rows.ts'
import { DeletedConcurrently } from '../../infrastructure/errors.ts'
import { dateTime } from '../../infrastructure/schema/values.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { defineExtension } from '../../points/extension.ts'
import type { ListRequest, Seek } from '../../points/resources/endpoints.ts'
import { deleteDiscussion } from '../discussions/writing/delete-discussion.ts'
import { postActions, postListeners } from './audit.ts'
import { deletePost } from './writing/comments.ts'
import './events.ts'
import { postFields } from './fields.ts'
import { postFilters } from './filters.ts'
import { postMigrations } from './migrations.ts'
import { postPermissions } from './permissions.ts'
import { postPolicies } from './policies.ts'
import { updatePostPrivacy } from './privacy.ts'
import { seekNear, seekOffset } from './ranks.ts'
import { newPost, topics } from './realtime.ts'
import type { PostRow } from './table.ts'
import { writingRoutes } from './writing/form-routes.ts'
import { reply } from './writing/reply.ts'
import { postThrottle } from './writing/throttle.ts'

/** Posts: comments and event posts. */
export const postsFeature = defineExtension({
  migrations: postMigrations,
  affects: { post_blocks: { type: 'discussions', key: 'discussion_id' } },
  permissions: postPermissions,
  policies: { posts: postPolicies },
  audit: postActions,
  realtimeTopics: topics,
  realtimeEvents: { newPost },
  on: {
    ...postListeners,
    'post.created': ({ post }, context) => context.publish('newPost', { postId: post.id }),
    // Until then only few saw it.
    'post.madePublic': ({ post }, context) => context.publish('newPost', { postId: post.id }),
    'resource.changed': ({ type, id }, context) =>
      type === 'posts' ? updatePostPrivacy(context, id) : undefined,
  },
  throttles: { posts: postThrottle },
  routes: writingRoutes,
  resources: {
    posts: {
      table: 'posts',
      forms: ['basic', 'full'],
      attach: attachFacts,
      lockedWith: { type: 'discussions', key: 'discussion_id' },
      longTexts: ['content', 'content_html'],
      fields: postFields,
      hasPrivateRows: true,
      abilities: ['edit', 'delete', 'hide'],
      relations: {
        user: { to: 'users', key: 'user_id' },
        discussion: { to: 'discussions', key: 'discussion_id', form: 'basic' },
        editedUser: { to: 'users', key: 'edited_user_id', form: 'basic' },
        hiddenUser: { to: 'users', key: 'hidden_user_id', form: 'basic' },
      },
      filters: postFilters,
      sorts: { number: 'number', createdAt: 'created_at' },
      endpoints: {
        index: {
          include: { default: ['user', 'user.groups', 'editedUser', 'hiddenUser', 'discussion'] },
          near: 'discussion',
          sort: (filters) => (filters.includes('discussion') ? 'number' : ''),
          seek: seekPage,
        },
        show: { include: { default: ['user', 'user.groups', 'editedUser', 'hiddenUser', 'discussion'] } },
        create: {
          include: { default: ['user', 'discussion', 'discussion.posts', 'discussion.lastPostedUser'] },
          describes: {
            requires: ['content', 'discussion'],
            ignores: ['isHidden'],
            attributes: { createdAt: dateTime().describe('Of administrators.') },
            relationships: { discussion: 'discussions' },
          },
          fields: ['content', 'isHidden'],
          run: reply,
        },
        update: { include: { default: ['editedUser', 'discussion'] } },
        delete: { ability: 'delete', run: removePost },
      },
    },
  },
})

async function attachFacts(posts: PostRow[], context: Context): Promise<void> {
  const discussions = await loadRows(
    context,
    'discussions',
    posts.map((post) => post.discussion_id),
  )
  for (const post of posts) {
    // Authors see their own post even where they may write but not read, so the discussion may be invisible to them.
    const { discussion_id: id } = post
    const discussion = discussions.get(id) ?? (await currentRow(context, 'discussions', id))
    if (!discussion) throw new DeletedConcurrently(`Post ${post.id} has no discussion`)
    post.discussion = discussion
    post.isOfKnownType = post.type === 'comment' || context.forum.points.eventPosts.has(post.type)
  }
}

async function seekPage(request: ListRequest, context: Context): Promise<Seek | undefined> {
  const { filters, sort, near, offset, limit } = request
  if (sort.length > 0 || filters.size !== 1 || !filters.has('discussion')) return undefined
  const discussionId = readFilterValue('integer', 'discussion', filters.get('discussion'), context)
  const visible = await loadRows(context, 'discussions', [discussionId])
  // Page links contain the number of posts before the page, which must stay secret for an invisible discussion.
  if (!visible.has(discussionId)) return undefined
  return near === undefined
    ? seekOffset(context, discussionId, offset)
    : seekNear(context, discussionId, near, limit)
}

async function removePost(post: PostRow, context: WriteContext): Promise<void> {
  await deletePost(context, post)
  const remaining = await context.db
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', post.discussion_id)
    .where('type', 'in', ['comment', ...context.forum.points.eventPosts.keys()])
    .limit(1)
    .executeTakeFirst()
  if (!remaining) await deleteDiscussion(post.discussion, context)
}
