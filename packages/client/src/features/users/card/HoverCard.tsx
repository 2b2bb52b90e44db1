import { type ReactNode, useEffect, useState } from 'react'
import { useRecord } from '../../../base/records/use-record.ts'
import { useApp } from '../../../points/app-context.ts'
import type { LinkCardProps } from '../../../points/pages/link-cards.ts'
import { loadDocument } from '../../../store/resources.ts'
import { Loading, Skeleton } from '../../../ui/feedback/Feedback.tsx'
import { LinkCardFrame } from '../../link-cards/LinkCardFrame.tsx'
import { userRequestBySlug } from '../requests.ts'
import { UserCardBody, type UserProps } from '../slots.ts'
import { userPath } from '../user-path.ts'
import { linkedSlug } from './linked-slug.ts'
import { OnlineAvatar, UserCardText } from './UserCard.tsx'

/** A popover with a summary of a user. */
export default function HoverCard({ ref, link }: LinkCardProps): ReactNode {
  const app = useApp()
  const { user, isMissing } = useUser(linkedSlug(link, app) ?? '')
  if (isMissing) return null
  const label = user?.displayName ?? app.t('core.lib.loading_indicator.accessible_label')
  return (
    <LinkCardFrame ref={ref} link={link} label={label}>
      {user === undefined ? <CardSkeleton /> : <CardContent user={user} />}
    </LinkCardFrame>
  )
}

function CardContent({ user }: UserProps): ReactNode {
  const { t, href } = useApp()
  const counts = { posts: user.commentCount ?? 0, discussions: user.discussionCount ?? 0 }
  return (
    <div className="UserCard">
      <OnlineAvatar user={user} />
      <UserCardText
        user={user}
        name={
          <a className="HoverCard-name" href={href(userPath(user))}>
            <bdi>{user.displayName}</bdi>
          </a>
        }
      />
      <p className="HoverCard-counts">{t('core.forum.user.card_counts_text', counts)}</p>
      <UserCardBody user={user} isOnPage={false} />
    </div>
  )
}

function CardSkeleton(): ReactNode {
  return (
    <Loading>
      <div className="UserCard" aria-hidden="true">
        <span className="Avatar Avatar--l Skeleton Skeleton--circle" />
        <div>
          <Skeleton width="8rem" />
          <Skeleton width="10rem" />
        </div>
        <p className="HoverCard-counts">
          <Skeleton width="9rem" />
        </p>
      </div>
    </Loading>
  )
}

/** Returns the user with a slug, from the store or else from the server. */
function useUser(slug: string): { user: UserProps['user'] | undefined; isMissing: boolean } {
  const app = useApp()
  const [id, setId] = useState(() => {
    const stored = app.store.all('users').find((user) => user.slug === slug)
    // Users that came with a list have little more than a name.
    return stored?.joinTime === undefined ? undefined : stored.id
  })
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    if (id !== undefined) return
    const controller = new AbortController()
    const { signal } = controller
    loadDocument<{ data: { id: string; type: string } }>(app, userRequestBySlug(slug, app), signal).then(
      (document) => setId(document.data.id),
      () => {
        if (!signal.aborted) setIsMissing(true)
      },
    )
    return () => controller.abort()
  }, [app, id, slug])
  return { user: useRecord('users', id), isMissing }
}
