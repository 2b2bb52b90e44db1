import {
  type App,
  Avatar,
  type ComposerTarget,
  defineCompletion,
  type StoreRecord,
  useApp,
  useRelated,
} from '@parley/client'
import type { ReactNode } from 'react'
import { postExcerpt } from '../preview/post-excerpt.ts'
import { mentionOfPost } from '../sources.ts'
import { matchesName, nameIn, nameQuery } from './match-name.ts'

type PostRecord = StoreRecord<'posts'>

/** The earlier posts of the discussion that the page has, newest first, by number or author. */
export const postCompletion = defineCompletion<PostRecord>({
  trigger: '@',
  query: nameQuery,
  source: (query, { app, target }) => {
    const typed = nameIn(query)
    return earlierPosts(app, target).filter((post) => {
      const author = app.store.related(post, 'user', 'users')
      const names = author ? [author.displayName, author.username] : []
      return String(post.number).startsWith(typed) || names.some((name) => matchesName(typed, name))
    })
  },
  keyOf: ({ id }) => id,
  Row: PostRow,
  insert: (post, { app }) => `${mentionOfPost(post, app)} `,
})

function PostRow({ item: post }: { item: PostRecord }): ReactNode {
  const { t } = useApp()
  const author = useRelated(post, 'user', 'users')
  return (
    <>
      <Avatar user={author} size="xs" />
      <span className="MentionRow">
        {t('mentions.forum.composer.reply_to_post_text', { number: post.number })}
        <small dir="auto">
          <bdi>{author?.displayName ?? t('core.lib.username.deleted_text')}</bdi> ·{' '}
          {postExcerpt(post.contentHtml)}
        </small>
      </span>
    </>
  )
}

/** The comments before the text that is written, newest first; none for a new discussion. */
export function earlierPosts({ store }: App, target: ComposerTarget): readonly PostRecord[] {
  const edited = target.kind === 'edit' ? store.get('posts', target.postId) : undefined
  const discussionId = target.kind === 'reply' ? target.discussionId : edited && discussionOf(edited)
  if (discussionId === undefined) return []
  const before = edited?.number ?? Number.POSITIVE_INFINITY
  return store
    .all('posts')
    .filter(
      (post) =>
        post.contentType === 'comment' &&
        !post.isHidden &&
        post.number < before &&
        discussionOf(post) === discussionId,
    )
    .toSorted((one, other) => other.number - one.number)
}

function discussionOf({ relationships: { discussion } }: PostRecord): string | undefined {
  return discussion && !Array.isArray(discussion) ? discussion.id : undefined
}
