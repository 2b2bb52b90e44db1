import type { App } from '../../base/app-context.ts'
import type { Submission } from '../../base/composer/composer.ts'
import { persist } from '../../store/connection/persist.ts'
import { createResource, saveResource } from '../../store/resources.ts'
import { previewHtml } from './post-markup.ts'

/** Sends what the composer holds, and shows it. Failures are thrown; the composer is then as it was. */
export async function submitComposer(app: App): Promise<void> {
  const shown = await app.composer.send(async (submission) => {
    const { target } = submission
    if (target.kind === 'discussion') return startDiscussion(app, submission)
    if (target.kind === 'reply') return reply(app, target.discussionId, submission)
    return saveEdit(app, target.postId, submission)
  })
  // Only now: what follows may leave the page, which the composer outlives.
  await shown?.()
}

async function startDiscussion(app: App, submission: Submission): Promise<() => Promise<void>> {
  const { fields: attributes, key: idempotencyKey } = submission
  const discussion = await persist(
    app.connection,
    (signal) => createResource(app, 'discussions', { attributes }, { idempotencyKey, signal }),
    submission,
  )
  return () => app.router.navigate(`/d/${discussion.slug}`)
}

// Names the related resources it wants: the list of the discussion's posts, the default, grows without end.
const REPLY_INCLUDE = 'include=user,discussion,discussion.lastPostedUser'

async function reply(
  app: App,
  discussionId: string,
  submission: Submission,
): Promise<(() => void) | undefined> {
  const { fields, key: idempotencyKey } = submission
  const newPost = {
    attributes: { content: fields.content },
    relationships: { discussion: { data: { type: 'discussions', id: discussionId } } },
  }
  const takeBack = showPending(app, discussionId, fields.content)
  try {
    const post = await persist(
      app.connection,
      (signal) => createResource(app, 'posts', newPost, { query: REPLY_INCLUDE, idempotencyKey, signal }),
      submission,
    )
    const discussion = app.store.get('discussions', discussionId)
    app.store.change('discussions', discussionId, {
      attributes: {
        commentCount: (discussion?.commentCount ?? 0) + 1,
        lastPostNumber: Math.max(post.number, discussion?.lastPostNumber ?? 0),
        lastPostedAt: post.createdAt,
        lastReadAt: post.createdAt,
        lastReadPostNumber: Math.max(post.number, discussion?.lastReadPostNumber ?? 0),
      },
    })
    const watcherNow = app.composer.watcherOf(discussionId)
    watcherNow?.onPosted(post.id)
    if (watcherNow !== undefined) return undefined
    const path = `/d/${discussion?.slug ?? discussionId}/${post.number}`
    const text = app.t('core.forum.composer_reply.posted_message')
    return () => showDone(app, text, app.t('core.forum.composer_reply.view_button'), path)
  } catch (error) {
    takeBack?.()
    throw error
  }
}

/** Shows the reply as it will look; one that cannot be drawn here is sent all the same. */
function showPending(app: App, discussionId: string, content: string): (() => void) | undefined {
  try {
    return app.composer.watcherOf(discussionId)?.onSent(previewHtml(app, content))
  } catch (error) {
    console.error(error)
    return undefined
  }
}

async function saveEdit(app: App, postId: string, submission: Submission): Promise<(() => void) | undefined> {
  const { fields, key: idempotencyKey } = submission
  const attributes = { content: fields.content }
  const known = app.store.get('posts', postId)
  if (known?.content === fields.content) return undefined
  const post = await persist(
    app.connection,
    (signal) => saveResource(app, { type: 'posts', id: postId }, { attributes }, { idempotencyKey, signal }),
    submission,
  )
  const discussion = post && app.store.related(post, 'discussion', 'discussions')
  if (post === undefined || discussion === undefined || app.composer.watcherOf(discussion.id))
    return undefined
  const path = `/d/${discussion.slug}/${post.number}`
  const text = app.t('core.forum.composer_edit.edited_message')
  return () => showDone(app, text, app.t('core.forum.composer_edit.view_button'), path)
}

function showDone(app: App, text: string, viewLabel: string, path: string): void {
  const link = (
    <a className="Button" href={app.href(path)}>
      {viewLabel}
    </a>
  )
  app.alerts.show(text, { tone: 'success', controls: link, timeout: DONE_SHOWN_FOR })
}

const DONE_SHOWN_FOR = 10_000
