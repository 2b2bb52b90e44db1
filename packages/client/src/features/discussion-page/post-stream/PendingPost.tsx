import type { ReactNode } from 'react'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useT } from '../../../points/app-context.ts'
import { Avatar } from '../../../ui/identity/Avatar.tsx'
import { Prose } from '../../../ui/prose/Prose.tsx'

/** Preview of a reply that is being sent. */
export function PendingPost({ html }: { html: string }): ReactNode {
  const t = useT()
  const user = useSessionUser()
  return (
    <div className="Post is-pending">
      <div className="Post-avatar">
        <Avatar user={user} />
      </div>
      <div className="Post-header">
        <b className="Post-author">
          <bdi>{user?.displayName}</bdi>
        </b>
        <span className="Post-meta">{t('core.forum.composer.posting_text')}</span>
      </div>
      <Prose className="Post-body" html={html} isPreview />
    </div>
  )
}
