import { type UserProps, UserTab, UserTabs, userPath, useT } from '@parley/client'
import type { ReactNode } from 'react'

export default [UserTabs.add('mentions', MentionsTab, { priority: 80 })]

function MentionsTab({ user }: UserProps): ReactNode {
  const t = useT()
  return (
    <UserTab path={`${userPath(user)}/mentions`} icon="at">
      {t('mentions.forum.user.mentions_link')}
    </UserTab>
  )
}
