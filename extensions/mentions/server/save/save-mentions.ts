import {
  type Context,
  type DiscussionRow,
  type Extension,
  enqueueJob,
  type PostRow,
  type WriteContext,
} from '@parley/server'
import type { MarkupReference } from '@parley/shared/markup'
import { noMentions, readMentions, type StoredMentions, writeMentions } from '../stored-mentions.ts'
import { findTargets } from './find-targets.ts'
import { replacePivots } from './pivots.ts'

/** What follows from a new, changed, hidden, restored or deleted comment. */
export const mentionListeners: NonNullable<Extension['on']> = {
  'post.created': ({ post }, context) => save(post, context),
  'post.edited': ({ post }, context) => save(post, context),
  'post.restored': ({ post }, context) => setShown(post, context, true),
  'post.hidden': ({ post }, context) => setShown(post, context, false),
  'post.madePublic': ({ post }, context) => notify(post, context),
  'post.madePrivate': ({ post }, context) => notify(post, context),
  'post.deleted': ({ post }, context) => notify(post, context, readMentions(post).posts),
  'discussion.hidden': notifyOfPosts,
  'discussion.restored': notifyOfPosts,
  'discussion.madePublic': notifyOfPosts,
  'discussion.madePrivate': notifyOfPosts,
}

/** Others than before see the posts of a discussion. */
export function notifyOfPosts(
  { discussion }: { discussion: DiscussionRow },
  context: WriteContext,
): Promise<void> {
  return enqueueJob(context, 'mentions.notifyOfPosts', { discussionId: discussion.id, after: 0 })
}

async function save(post: PostRow, context: WriteContext): Promise<void> {
  const references = referencesOf(post, context)
  const before = readMentions(post)
  if (references.length === 0 && post.mentions === null) return
  const after = references.length === 0 ? noMentions : await findTargets(references, before, context)
  const mentions = writeMentions(after)
  if (mentions === null && post.mentions === null) return
  if (mentions !== post.mentions)
    await context.db.updateTable('posts').set({ mentions }).where('id', '=', post.id).execute()
  // A hidden post mentions nothing until it is restored.
  if (post.hidden_at === null) await replacePivots(context, post, after)
  await queueNotifications(post, context, before.posts)
}

async function setShown(post: PostRow, context: WriteContext, isShown: boolean): Promise<void> {
  if (post.mentions === null) return
  const mentions = readMentions(post)
  await replacePivots(context, post, isShown ? mentions : noMentions)
  await notify(post, context, mentions.posts)
}

async function notify(
  post: PostRow,
  context: WriteContext,
  formerPosts: StoredMentions['posts'] = new Set(),
): Promise<void> {
  if (post.mentions !== null) await queueNotifications(post, context, formerPosts)
}

/** Queues the notifications of a post that mentions something, or did so before: `formerPosts` are those of then. */
async function queueNotifications(
  post: PostRow,
  context: WriteContext,
  formerPosts: StoredMentions['posts'],
): Promise<void> {
  await enqueueJob(context, 'mentions.notify', {
    postId: post.id,
    fromUserId: post.user_id,
    number: post.number,
    formerPosts: [...formerPosts],
  })
}

/** The references in a comment, also in one whose HTML another version of the markup made. */
function referencesOf({ type, content, content_html: html }: PostRow, { forum }: Context): MarkupReference[] {
  if (type !== 'comment') return []
  const { markup } = forum
  return markup.references(html ?? markup.renderStored(markup.parse(content)))
}
