import { Icon, ReplyNotes, useT } from '@parley/client'
import type { ReactNode } from 'react'

export default [
  ReplyNotes.add('locked', LockedNote, { when: ({ discussion }) => discussion.isLocked === true }),
]

/** For those who may reply to a locked discussion. */
function LockedNote(): ReactNode {
  const t = useT()
  return (
    <p className="StateNote">
      <Icon name="lock" isSmall />
      <span>{t('lock.forum.reply.moderator_text')}</span>
    </p>
  )
}
