import { type App, DiscussionAsideItems, DiscussionPhoneItems } from '@parley/client'
import { SubscriptionMenu } from './SubscriptionMenu.tsx'

const forMembers = { priority: 80, when: (_props: object, { userId }: App) => userId !== undefined }

export default [
  DiscussionAsideItems.add('subscription', SubscriptionMenu, forMembers),
  DiscussionPhoneItems.add('subscription', SubscriptionMenu, forMembers),
]
