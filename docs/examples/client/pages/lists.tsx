import { defineClientExtension, IndexNav, NavItem, useT } from '@parley/client'
import type { ReactNode } from 'react'

/** A list at `/featured`, with a link beside all lists. The server declares the filter. */
export default defineClientExtension({
  lists: {
    featured: {
      path: '/featured',
      title: 'featuring.forum.list.title',
      filter: () => ({ featured: '1' }),
      sort: () => 'newest',
    },
  },
  slots: [IndexNav.add('featured', FeaturedLink)],
})

function FeaturedLink(): ReactNode {
  const t = useT()
  return (
    <NavItem path="/featured" icon="check">
      {t('featuring.forum.list.title')}
    </NavItem>
  )
}
