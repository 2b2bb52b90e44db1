import { Icon, type PostProps, Rich, type StoreRecord, useApp, useRecords } from '@parley/client'
import { Fragment, type ReactNode } from 'react'
import { PostLink } from '../preview/PostLink.tsx'
import { namedMentioners } from './mentioners.ts'

/** Who mentioned a post: '**You**, **Ann** and **3 others** replied to this'. */
export function MentionedBy({ post }: PostProps): ReactNode {
  const app = useApp()
  const { store, t, translator } = app
  const { mentionedBy } = post.relationships
  const ids = Array.isArray(mentionedBy) ? mentionedBy.map(({ id }) => id) : []
  const posts = useRecords('posts', ids).filter(({ isHidden }) => !isHidden)
  const mentioning = posts.map((record) => ({
    id: record.id,
    userId: store.related(record, 'user', 'users')?.id,
    record,
  }))
  const { named, others } = namedMentioners(mentioning, post.mentionedByCount ?? 0, app.userId)
  if (named.length === 0) return null
  const nameOf = ({ userId, record }: (typeof named)[number]) =>
    userId !== undefined && userId === app.userId ? (
      t('mentions.forum.post.you_text')
    ) : (
      <AuthorName post={record} />
    )
  const parts = named.map((mention) => (
    <PostLink key={mention.id} post={mention.record}>
      {nameOf(mention)}
    </PostLink>
  ))
  if (others > 0) parts.push(<Others key="others" post={post} count={others} />)
  const isOwn = named[0]?.userId !== undefined && named[0].userId === app.userId
  return (
    <p className="MentionedBy">
      <Icon name="reply" isSmall isDirectional />
      <span>
        <Rich
          id={`mentions.forum.post.mentioned_by${isOwn ? '_self' : ''}_text`}
          params={{
            count: named.length + others,
            users: <Series parts={parts} locale={translator.locale} />,
          }}
        />
      </span>
    </p>
  )
}

function AuthorName({ post }: { post: StoreRecord<'posts'> }): ReactNode {
  const { store, t } = useApp()
  return <bdi>{store.related(post, 'user', 'users')?.displayName ?? t('core.lib.username.deleted_text')}</bdi>
}

function Others({ post, count }: PostProps & { count: number }): ReactNode {
  const { t, modals } = useApp()
  const show = () =>
    void modals.load(async () => (await import('./MentionedByModal.tsx')).MentionedByModal, { id: post.id })
  return (
    <button type="button" className="Button Button--link" aria-haspopup="dialog" onClick={show}>
      {t('mentions.forum.post.others_text', { count })}
    </button>
  )
}

/** 'A, B and C' in the reader's language. */
function Series({ parts, locale }: { parts: readonly ReactNode[]; locale: string }): ReactNode {
  const places = new Intl.ListFormat(locale).formatToParts(parts.map((_, index) => String(index)))
  return places.map(({ type, value }, index) => (
    <Fragment key={places.slice(0, index + 1).length}>
      {type === 'element' ? parts[Number(value)] : value}
    </Fragment>
  ))
}
