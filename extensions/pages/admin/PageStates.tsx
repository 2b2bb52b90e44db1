import { Badge, useApp } from '@parley/client'
import type { ReactNode } from 'react'
import { useHomeId } from './actions.ts'
import type { PageRecord } from './page-record.ts'

/** Badges: who may see a page, and whether it is the home page. */
export function PageStates({ page }: { page: PageRecord }): ReactNode {
  const { t } = useApp()
  const isHome = useHomeId() === page.id
  return (
    <span className="PageStates">
      {isHome && <Badge type="home" icon="home" label={t('pages.admin.badges.home')} />}
      {page.isHidden && <Badge type="hidden" icon="eyeoff" label={t('pages.admin.badges.hidden')} />}
      {page.isRestricted && <Badge type="restricted" icon="key" label={t('pages.admin.badges.restricted')} />}
    </span>
  )
}
