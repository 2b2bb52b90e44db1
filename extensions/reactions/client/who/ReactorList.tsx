import {
  Avatar,
  alertOnError,
  Button,
  describeError,
  FormError,
  Loading,
  type PostProps,
  Skeleton,
  type StoreRecord,
  useApp,
  useRecord,
  useRecords,
  useRelated,
  userPath,
} from '@parley/client'
import { type ReactNode, useRef } from 'react'
import { type ReactionType, useNameOf } from '../types.ts'
import { removeReaction, removeType } from './remove.ts'
import { useReactors } from './use-reactors.ts'

interface ListProps {
  postId: string
  type: ReactionType
  close(): void
}

/** Who has reacted with a type, and what moderators and the reader may take away of it. */
export function ReactorList({ postId, type, close }: ListProps): ReactNode {
  const app = useApp()
  const { t, modals } = app
  const nameOf = useNameOf()
  const post = useRecord('posts', postId)
  const list = useRef<HTMLUListElement>(null)
  const { ids, hasMore, isLoading, error, loadMore, drop } = useReactors(postId, type.id)
  const rows = useRecords('post_reactions', ids)
  const known = rows.filter(({ userId }) => userId !== null)
  const guests = rows.length - known.length
  const remove = async (row: StoreRecord<'post_reactions'>) => {
    const isDone = await alertOnError(app, () => removeReaction(app, postId, row.id))
    if (!isDone) return
    drop(row.id)
    requestAnimationFrame(() => list.current?.closest<HTMLElement>('dialog')?.focus())
  }
  const removeAll = async () => {
    const label = t('reactions.forum.modal.remove_type_button')
    const isSure = await modals.confirm({
      title: t('reactions.forum.modal.remove_type_confirmation', { reaction: nameOf(type) }),
      text: t('reactions.forum.modal.remove_type_text'),
      confirmLabel: label,
      isDanger: true,
    })
    if (isSure) await alertOnError(app, () => removeType(app, postId, type.id))
  }
  return (
    <>
      <ul ref={list} className="ReactorList" aria-busy={isLoading}>
        {known.map((row) => (
          <Reactor key={row.id} row={row} post={post} onRemove={() => void remove(row)} onFollow={close} />
        ))}
      </ul>
      {guests > 0 && <p className="Muted">{t('reactions.forum.modal.anonymous_count', { count: guests })}</p>}
      {isLoading && rows.length === 0 && (
        <Loading>
          <Skeleton width="100%" />
        </Loading>
      )}
      <FormError report={error === undefined ? undefined : describeError(error, window.location.origin)} />
      {(hasMore || error !== undefined) && (
        <Button variant="outline" isLoading={isLoading} onClick={() => void loadMore()}>
          {t(
            error === undefined
              ? 'reactions.forum.modal.load_more_button'
              : 'core.forum.page_error.retry_button',
          )}
        </Button>
      )}
      {post?.canDeletePostReactions && rows.length > 0 && (
        <p className="ReactorList-foot">
          <Button variant="outline" isDanger onClick={() => void removeAll()}>
            {t('reactions.forum.modal.remove_type_button')}
          </Button>
        </p>
      )}
    </>
  )
}

interface ReactorProps {
  row: StoreRecord<'post_reactions'>
  post: PostProps['post'] | undefined
  onRemove(): void
  onFollow(): void
}

function Reactor({ row, post, onRemove, onFollow }: ReactorProps): ReactNode {
  const { t, href, userId } = useApp()
  const user = useRelated(row, 'user', 'users')
  const name = user?.displayName ?? t('core.lib.username.deleted_text')
  const isOwn = userId !== undefined && String(row.userId) === userId
  const mayRemove = post?.canDeletePostReactions || (isOwn && post?.canReact)
  return (
    <li className="Reactor">
      <Avatar user={user} size="s" />
      {user ? (
        <a href={href(userPath(user))} onClick={onFollow}>
          <bdi>{name}</bdi>
        </a>
      ) : (
        <span className="Muted">{name}</span>
      )}
      {mayRemove && (
        <Button icon="close" variant="quiet" isSmall isIconOnly onClick={onRemove}>
          {t('reactions.forum.modal.remove_button', { username: name })}
        </Button>
      )}
    </li>
  )
}
