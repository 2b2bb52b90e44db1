import { Badge, DiscussionBadges, defineClientExtension, useT } from '@parley/client'
import type { ReactNode } from 'react'

declare module '@parley/shared' {
  interface Discussion {
    isFeatured?: boolean
  }
}

/** A badge on featured discussions, in lists and on their pages. */
export default defineClientExtension({
  slots: [
    DiscussionBadges.add('featured', FeaturedBadge, {
      when: ({ discussion }) => discussion.isFeatured === true,
    }),
  ],
})

function FeaturedBadge(): ReactNode {
  const t = useT()
  return <Badge type="featured" icon="check" label={t('featuring.forum.badge.featured_tooltip')} />
}
