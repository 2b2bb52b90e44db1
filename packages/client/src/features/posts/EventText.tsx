import type { ReactNode } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { useRelated } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import type { RichParams } from '../../points/rich-params.ts'
import type { StoreRecord } from '../../store/record.ts'
import { Icon } from '../../ui/Icon.tsx'
import { TimeTip } from '../../ui/menus/Tip.tsx'
import { userPath } from '../users/user-path.ts'

interface EventTextProps {
  post: StoreRecord<'posts'>
  icon: string
  /** Key of a message; `{username}` is the user who caused the event. */
  text: string
  params?: RichParams
}

/**
 * The content of most event posts: an icon, a sentence about the event, and the time.
 * @example <EventText post={post} icon="lock" text="lock.post.locked_text" />
 */
export function EventText({ post, icon, text, params }: EventTextProps): ReactNode {
  const { t, href } = useApp()
  const user = useRelated(post, 'user', 'users')
  const username =
    user === undefined ? (
      <span>{t('core.lib.username.deleted_text')}</span>
    ) : (
      <a href={href(userPath(user))}>
        <bdi>{user.displayName}</bdi>
      </a>
    )
  return (
    <>
      <Icon name={icon} />
      <p>
        <Rich id={text} params={{ ...params, username }} /> <TimeTip value={post.createdAt} />
      </p>
    </>
  )
}
