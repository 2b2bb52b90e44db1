import { useT } from '@parley/client'
import type { ReactNode } from 'react'
import { MobileTabItems } from '../contract/client.tsx'

/** The bar at the lower edge of phones. */
export function MobileTab(): ReactNode {
  const t = useT()
  return (
    <nav className="MobileTab" aria-label={t('mobile-tab.forum.label')}>
      <ul className="MobileTab-items">
        <MobileTabItems />
      </ul>
    </nav>
  )
}
