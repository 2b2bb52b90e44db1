import { Icon, type PostProps, PostsListItemMeta, useT } from '@parley/client'
import type { ReactNode } from 'react'

export default [
  PostsListItemMeta.add('awaitingApproval', AwaitingLabel, {
    priority: 100,
    when: ({ post }: PostProps) => post.isApproved === false,
  }),
]

function AwaitingLabel(): ReactNode {
  const t = useT()
  return (
    <span className="Post-awaiting">
      <Icon name="clock" isSmall /> {t('approval.forum.post.awaiting_approval_text')}
    </span>
  )
}
