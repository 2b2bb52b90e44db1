import {
  type App,
  Badge,
  DiscussionBadges,
  type DiscussionProps,
  DiscussionReaderControls,
  defineClientExtension,
  discussionPath,
  IndexNav,
  NavItem,
  useT,
} from '@parley/client'
import type { ReactNode } from 'react'
import { FollowingEmpty } from './client/following-empty.ts'
import { SubscriptionControls } from './client/SubscriptionControls.tsx'

export type * from './shared.ts'

const isMember = (_props: object, { userId }: App) => userId !== undefined
const forMembers = { when: (app: App) => isMember({}, app) }

export default defineClientExtension({
  lists: {
    following: {
      path: '/following',
      title: 'subscriptions.forum.following.meta_title_text',
      filter: () => ({ subscription: 'following' }),
      Empty: FollowingEmpty,
      isForMembers: true,
    },
  },
  slots: [
    IndexNav.add('following', FollowingLink, { priority: 50, when: isMember }),
    DiscussionBadges.add('subscription', SubscriptionBadge, {
      when: ({ discussion }) => typeof discussion.subscription === 'string',
    }),
    DiscussionReaderControls.add('subscription', SubscriptionControls, { when: isMember }),
  ],
  screenSlots: {
    discussion: () => import('./client/discussion-page/items.ts'),
    following: () => import('./client/following-items.tsx'),
    settings: () => import('./client/settings-items.tsx'),
  },
  notifications: {
    newPost: {
      label: 'subscriptions.forum.settings.notify_new_post_label',
      icon: 'reply',
      text: 'subscriptions.forum.notifications.new_post_text',
      link: ({ discussion, content }) => (discussion ? discussionPath(discussion, content.postNumber) : '/'),
    },
  },
  gambits: {
    'is:following': { text: 'subscriptions.forum.search.following_text', ...forMembers },
    'is:ignoring': { text: 'subscriptions.forum.search.ignoring_text', ...forMembers },
  },
  composer: () => import('./client/composer.ts'),
})

function FollowingLink(): ReactNode {
  const t = useT()
  return (
    <NavItem path="/following" icon="bell">
      {t('subscriptions.forum.index.following_link')}
    </NavItem>
  )
}

function SubscriptionBadge({ discussion }: DiscussionProps): ReactNode {
  const t = useT()
  return discussion.subscription === 'follow' ? (
    <Badge type="following" icon="bell" label={t('subscriptions.forum.badge.following_tooltip')} />
  ) : (
    <Badge type="ignoring" icon="belloff" label={t('subscriptions.forum.badge.ignoring_tooltip')} />
  )
}
