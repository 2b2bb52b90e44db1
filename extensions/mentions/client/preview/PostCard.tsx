import {
  LinkCardFrame,
  type LinkCardProps,
  Loading,
  Skeleton,
  type StoreRecord,
  useApp,
  useRecord,
} from '@parley/client'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { loadPosts } from './load-posts.ts'
import { PostPreview } from './PostPreview.tsx'
import { findPostOnScreen, shownDiscussion } from './post-on-screen.ts'

/** A preview of the post that a link names. A post that is on the screen is highlighted instead. */
export default function PostCard({ link, ref }: LinkCardProps): ReactNode {
  const { t, router } = useApp()
  const { post, isMissing } = usePost(link.dataset.id ?? '')
  const isOnScreen = useHighlight(post)
  if (isMissing || isOnScreen !== false) return null
  const label = post ? t('mentions.forum.post.preview_label', { number: post.number }) : t(loadingKey)
  return (
    <LinkCardFrame ref={ref} link={link} label={label}>
      {post ? <PostPreview post={post} discussionId={shownDiscussion(router)} /> : <CardSkeleton />}
    </LinkCardFrame>
  )
}

const loadingKey = 'core.lib.loading_indicator.accessible_label'

function CardSkeleton(): ReactNode {
  return (
    <Loading>
      <div className="PostPreview" aria-hidden="true">
        <Skeleton isCircle />
        <Skeleton width="9rem" />
        <Skeleton width="100%" />
      </div>
    </Loading>
  )
}

/** The post with its text, from the store or else from the server, which leaves out what the reader may not see. */
function usePost(id: string): { post: StoreRecord<'posts'> | undefined; isMissing: boolean } {
  const app = useApp()
  const post = useRecord('posts', id)
  const isThere = post?.contentHtml !== undefined
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    if (isThere) return
    const controller = new AbortController()
    const { signal } = controller
    const end = () => {
      if (!signal.aborted) setIsMissing(app.store.get('posts', id)?.contentHtml === undefined)
    }
    loadPosts(app, [id], signal).then(end, end)
    return () => controller.abort()
  }, [app, id, isThere])
  return { post: isThere ? post : undefined, isMissing }
}

/** Highlights the post while the card would be open. @returns whether it is on the screen; undefined at first. */
function useHighlight(post: StoreRecord<'posts'> | undefined): boolean | undefined {
  const app = useApp()
  const [isOnScreen, setIsOnScreen] = useState<boolean>()
  useLayoutEffect(() => {
    const article = post && findPostOnScreen(app, post)
    setIsOnScreen(article !== undefined)
    article?.classList.add('is-pointed')
    return () => article?.classList.remove('is-pointed')
  }, [app, post])
  return isOnScreen
}
