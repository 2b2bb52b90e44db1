import {
  Button,
  describeError,
  FormError,
  Loading,
  loadDocument,
  Modal,
  type ModalProps,
  Skeleton,
  useApp,
  useRecord,
  useRecords,
} from '@parley/client'
import { buildQuery } from '@parley/shared'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PostPreview } from '../preview/PostPreview.tsx'

const pageSize = 10
const retryKey = 'core.forum.page_error.retry_button'

/** All posts that mention a post, by number. */
export function MentionedByModal({ id, close }: ModalProps & { id: string }): ReactNode {
  const { t } = useApp()
  const { ids, isEnd, isLoading, error, load } = useMentioning(id)
  const posts = useRecords('posts', ids)
  const list = useFocusOnNew(posts.length)
  const mentioned = useRecord('posts', id)
  const discussion = mentioned?.relationships.discussion
  const left = (mentioned?.mentionedByCount ?? 0) - posts.length
  const discussionId = discussion && !Array.isArray(discussion) ? discussion.id : undefined
  return (
    <Modal title={t('mentions.forum.mentioned_by.title')} close={close}>
      <ul className="MentionedByList" ref={list} aria-busy={isLoading}>
        {posts.map((post) => (
          <li key={post.id}>
            <PostPreview post={post} discussionId={discussionId} onFollow={() => close()} />
          </li>
        ))}
      </ul>
      {isLoading && posts.length === 0 && (
        <Loading>
          <Skeleton width="100%" />
        </Loading>
      )}
      <FormError report={error === undefined ? undefined : describeError(error, window.location.origin)} />
      {!isEnd && posts.length > 0 && left > 0 && (
        <p className="Muted">{t('mentions.forum.post.mentioned_by_more_text', { count: left })}</p>
      )}
      {!isEnd && (posts.length > 0 || error !== undefined) && (
        <Button variant="outline" isLoading={isLoading} onClick={() => void load()}>
          {t(error === undefined ? 'mentions.forum.mentioned_by.load_more_button' : retryKey)}
        </Button>
      )}
    </Modal>
  )
}

/** The posts that mention a post, ten more with each call of `load`. */
function useMentioning(id: string) {
  const app = useApp()
  const [{ ids, isEnd }, setLoaded] = useState({ ids: [] as readonly string[], isEnd: false })
  const [isLoading, setIsLoading] = useState(false)
  const [error, setError] = useState<unknown>()
  const load = async () => {
    setIsLoading(true)
    setError(undefined)
    try {
      const { data, links } = await loadDocument(app, mentioningRequest(id, ids.length))
      const added = data.map((post) => post.id).filter((added) => !ids.includes(added))
      setLoaded({ ids: [...ids, ...added], isEnd: links.next === undefined })
    } catch (error) {
      setError(error)
    }
    setIsLoading(false)
  }
  const begin = useEffectEvent(load)
  useEffect(() => void begin(), [])
  return { ids, isEnd, isLoading, error, load }
}

function mentioningRequest(id: string, offset: number): string {
  const page = { offset, limit: pageSize }
  const include = ['user', 'discussion']
  return `/posts?${buildQuery({ include, filter: { mentionedPost: id }, sort: 'number', page })}`
}

/** Moves the focus to the first of the posts that were added to a list. */
function useFocusOnNew(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const former = useRef(0)
  useEffect(() => {
    const added = list.current?.children[former.current]
    if (former.current > 0 && count > former.current) added?.querySelector('a')?.focus()
    former.current = count
  }, [count])
  return list
}
