import { defineClientExtension, homePath, useRouterState, useT } from '@parley/client'
import type { ReactNode } from 'react'
import { MobileTabItems, TabLink } from '../../contract/client.tsx'

/** A link to all tags, unless the bar has one to all discussions in its place. */
export default defineClientExtension({
  slots: [
    MobileTabItems.add('tags', TagsTab, {
      priority: 90,
      when: (_, { forum }) => homePath(forum.defaultRoute) === '/all',
    }),
  ],
})

function TagsTab(): ReactNode {
  const t = useT()
  const { path = '' } = useRouterState().entry.location ?? {}
  return (
    <TabLink icon="tags" path="/tags" isCurrent={path === '/tags' || path.startsWith('/t/')}>
      {t('mobile-tab.forum.tags')}
    </TabLink>
  )
}
