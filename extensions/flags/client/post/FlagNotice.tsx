import { type PostProps, useApp } from '@parley/client'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

const load = async () => (await import('./FlagDetails.tsx')).FlagDetails

/**
 * Says in a post that it was reported. What was reported, and what to do about it, is loaded with the first such post: few
 * readers see one.
 */
export function FlagNotice({ post }: PostProps): ReactNode {
  const { t, connection, alerts } = useApp()
  const [Details, setDetails] = useState<ComponentType<PostProps>>()
  useEffect(() => {
    connection.load(load).then(
      (loaded) => setDetails(() => loaded),
      (error) => alerts.showError(error),
    )
  }, [connection, alerts])
  return Details ? (
    <Details post={post} />
  ) : (
    <div className="Post-notice FlagNotice">
      <span>{t('flags.forum.post.notice_label')}</span>
    </div>
  )
}
