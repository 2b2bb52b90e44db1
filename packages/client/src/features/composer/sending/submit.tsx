import { buildQuery } from '@parley/shared'
import type { Submission } from '../../../base/composer/outbox.ts'
import type { App } from '../../../points/app.ts'
import type { SentNote } from '../../../points/composer/composer-extension.ts'
import type { Additions } from '../../../points/composer/composer-target.ts'
import { includesBesides, includesOf } from '../../../points/pages/includes.ts'
import { retryUntilAnswered } from '../../../store/connection/persist.ts'
import { createResource, saveResource } from '../../../store/resources.ts'
import { previewHtml } from '../preview/post-markup.ts'
import { sentNote } from './sent-note.ts'

/** Sends the composer's text, and shows the result. Throws on failures, which leave the composer unchanged. */
export async function submitComposer(app: App, additions?: Additions): Promise<void> {
  const showResult = await app.composer.send((submission) => sendText(app, submission), additions)
  // Runs after the composer has closed, since it may navigate.
  await showResult?.()
}

/** Sends a text until there is an answer. @returns shows the result; nothing if the page shows it already. */
export async function sendText(app: App, submission: Submission): Promise<(() => unknown) | undefined> {
  const { target } = submission
  if (target.kind === 'discussion') return startDiscussion(app, submission)
  if (target.kind === 'reply') return sendReply(app, target.discussionId, submission)
  return saveEdit(app, target.postId, submission)
}

async function startDiscussion(app: App, submission: Submission): Promise<() => unknown> {
  const { fields, additions, key: idempotencyKey } = submission
  const newDiscussion = {
    attributes: { title: fields.title, content: fields.content, ...additions.attributes },
    ...(hasMembers(additions.relationships) && { relationships: additions.relationships }),
  }
  const query = buildQuery({ include: includesBesides(app, { discussions: '' }, startIncludes) })
  const discussion = await retryUntilAnswered(
    app.connection,
    (signal) => createResource(app, 'discussions', newDiscussion, { query, idempotencyKey, signal }),
    submission,
  )
  const path = `/d/${discussion.slug}`
  // The lists have one more.
  app.router.forget()
  const note = await sentNote(app, { target: submission.target, record: discussion })
  // Who reads or writes something else meanwhile stays there.
  if (submission.isInView())
    return async () => {
      await app.router.navigate(path)
      if (note) showNote(app, note)
    }
  const text = note?.text ?? app.t('core.forum.composer_discussion.posted_message')
  return () => showSuccess(app, text, app.t('core.forum.composer_discussion.view_button'), path)
}

const startIncludes = ['posts', 'user', 'lastPostedUser', 'firstPost', 'lastPost']
// Replaces the default includes, which list all posts of the discussion.
const replyIncludes = ['user', 'discussion', 'discussion.lastPostedUser']
const shownReply = { posts: '', users: 'user.', discussions: 'discussion.' }

async function sendReply(
  app: App,
  discussionId: string,
  submission: Submission,
): Promise<(() => void) | undefined> {
  const { fields, additions, key: idempotencyKey } = submission
  const sentPost = {
    attributes: { content: fields.content, ...additions.attributes },
    relationships: {
      ...additions.relationships,
      discussion: { data: { type: 'discussions', id: discussionId } },
    },
  }
  const query = buildQuery({ include: includesOf(app, shownReply, replyIncludes) })
  const removePending = showPending(app, discussionId, fields.content)
  let knownNumber = 0
  try {
    const post = await retryUntilAnswered(
      app.connection,
      (signal) => {
        knownNumber = app.store.get('discussions', discussionId)?.lastPostNumber ?? 0
        return createResource(app, 'posts', sentPost, { query, idempotencyKey, signal })
      },
      submission,
    )
    const note = await sentNote(app, { target: submission.target, record: post })
    const discussion = app.store.get('discussions', discussionId)
    // A reply whose first answer was lost may be known and counted by now.
    const added = post.number > knownNumber ? 1 : 0
    app.store.change('discussions', discussionId, {
      attributes: {
        lastReadAt: post.createdAt,
        lastReadPostNumber: Math.max(post.number, discussion?.lastReadPostNumber ?? 0),
        ...(!note?.isPrivate && {
          commentCount: (discussion?.commentCount ?? 0) + added,
          lastPostNumber: Math.max(post.number, discussion?.lastPostNumber ?? 0),
          lastPostedAt: post.createdAt,
        }),
      },
    })
    const watcher = app.composer.watcherOf(discussionId)
    watcher?.onPosted(post.id)
    if (watcher !== undefined) return note && (() => showNote(app, note))
    const path = `/d/${discussion?.slug ?? discussionId}/${post.number}`
    const text = note?.text ?? app.t('core.forum.composer_reply.posted_message')
    return () => showSuccess(app, text, app.t('core.forum.composer_reply.view_button'), path)
  } catch (error) {
    removePending?.()
    throw error
  }
}

/** Shows the preview of the reply. An error in the preview does not prevent sending. */
function showPending(app: App, discussionId: string, content: string): (() => void) | undefined {
  try {
    return app.composer.watcherOf(discussionId)?.onSent(previewHtml(app, content))
  } catch (error) {
    console.error(error)
    return undefined
  }
}

async function saveEdit(app: App, postId: string, submission: Submission): Promise<(() => void) | undefined> {
  const { fields, additions, from, key: idempotencyKey } = submission
  const isChanged = (from ?? app.store.get('posts', postId)?.content) !== fields.content
  const changes = {
    attributes: { ...(isChanged && { content: fields.content }), ...additions.attributes },
    ...(hasMembers(additions.relationships) && { relationships: additions.relationships }),
    ...(isChanged && from !== undefined && { meta: { from: { content: from } } }),
  }
  const query = buildQuery({ include: includesBesides(app, { posts: '' }, ['editedUser', 'discussion']) })
  if (hasMembers(changes.attributes) || hasMembers(additions.relationships)) {
    await retryUntilAnswered(
      app.connection,
      (signal) =>
        saveResource(app, { type: 'posts', id: postId }, changes, { query, idempotencyKey, signal }),
      submission,
    )
  }
  const post = app.store.get('posts', postId)
  const discussion = post && app.store.related(post, 'discussion', 'discussions')
  if (post === undefined || discussion === undefined) return undefined
  const note = await sentNote(app, { target: submission.target, record: post })
  if (app.composer.watcherOf(discussion.id)) return note && (() => showNote(app, note))
  const path = `/d/${discussion.slug}/${post.number}`
  const text = note?.text ?? app.t('core.forum.composer_edit.edited_message')
  return () => showSuccess(app, text, app.t('core.forum.composer_edit.view_button'), path)
}

function hasMembers(object: object = {}): boolean {
  return Object.keys(object).length > 0
}

function showNote(app: App, { text }: SentNote): void {
  app.alerts.show(text, { tone: 'success', timeout: successTimeout })
}

function showSuccess(app: App, text: string, viewLabel: string, path: string): void {
  const link = (
    <a className="Button" href={app.href(path)}>
      {viewLabel}
    </a>
  )
  app.alerts.show(text, { tone: 'success', controls: link, timeout: successTimeout })
}

const successTimeout = 10_000
