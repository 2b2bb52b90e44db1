import { Badge, DiscussionBadges, type DiscussionProps, defineClientExtension, useT } from '@parley/client'
import type { ReactNode } from 'react'
import { FlagText } from '../flags/contract/client.tsx'

export type * from './shared.ts'

const loadPostItems = () => import('./client/post-items.tsx')

export default defineClientExtension({
  appearance: { discussions: appearanceOf, posts: appearanceOf },
  slots: [
    DiscussionBadges.add('awaitingApproval', AwaitingBadge, {
      when: ({ discussion }: DiscussionProps) => discussion.isApproved === false,
    }),
    FlagText.add('approval', AwaitingText, { when: ({ flag }) => flag.kind === 'approval' }),
  ],
  screenSlots: {
    discussion: loadPostItems,
    user: loadPostItems,
  },
  composer: () => import('./client/composer.ts'),
})

function appearanceOf({ isApproved }: { isApproved?: boolean }) {
  return isApproved === false ? { className: 'is-awaiting-approval' } : undefined
}

function AwaitingBadge(): ReactNode {
  const t = useT()
  return (
    <Badge type="awaitingApproval" icon="clock" label={t('approval.forum.badge.awaiting_approval_tooltip')} />
  )
}

function AwaitingText(): ReactNode {
  const t = useT()
  return t('approval.forum.flagged_posts.item_text')
}
