import { Button, type PostProps, useApp, useHasItems, useObservable, useRecords } from '@parley/client'
import { type ReactNode, useState } from 'react'
import { FlaggedPostActions } from '../../contract/client.tsx'
import { flagQueueOf } from '../queue.ts'
import { dismissFlags, hideFlagged } from './dismiss.ts'
import { FlagLine } from './FlagLine.tsx'

/** How many flags a post shows at first. */
const shownAtFirst = 3

/** Who reported a post for what, and what moderators can do about it. */
export function FlagDetails({ post }: PostProps): ReactNode {
  const app = useApp()
  const { t } = app
  const { pending } = useObservable(flagQueueOf(app))
  const linkage = post.relationships.flags
  const flags = useRecords('flags', Array.isArray(linkage) ? linkage.map(({ id }) => id) : [])
  const [isWhole, setIsWhole] = useState(false)
  const hasActions = useHasItems(FlaggedPostActions, { post, flags })
  if (flags.length === 0 || pending.has(post.id)) return null
  const hidden = isWhole ? 0 : Math.max(0, flags.length - shownAtFirst)
  return (
    <section className="Post-notice FlagNotice" aria-label={t('flags.forum.post.notice_label')}>
      <ul>
        {flags.slice(0, flags.length - hidden).map((flag) => (
          <li key={flag.id}>
            <FlagLine flag={flag} />
          </li>
        ))}
        {hidden > 0 && (
          <li>
            <Button variant="link" onClick={() => setIsWhole(true)}>
              {t('flags.forum.post.more_button', { count: hidden })}
            </Button>
          </li>
        )}
      </ul>
      <div className="FlagNotice-actions">
        {hasActions && <FlaggedPostActions post={post} flags={flags} />}
        {post.canHide && !post.isHidden && (
          <Button variant="quiet" isSmall isDanger icon="eyeoff" onClick={() => hideFlagged(app, post)}>
            {t('core.forum.post_controls.delete_button')}
          </Button>
        )}
        <Button variant="quiet" isSmall icon="check" onClick={() => dismissFlags(app, post)}>
          {t('flags.forum.post.dismiss_flag_button')}
        </Button>
      </div>
    </section>
  )
}
