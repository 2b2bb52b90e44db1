import { definePage, IndexColumns, type PageProps, useApp, useForum } from '@parley/client'
import type { CollectionDocument } from '@parley/shared'
import { type ReactNode, useEffect, useMemo } from 'react'
import { showList } from '../queue.ts'
import { FlagItems, FlagItemsSkeleton, useOpenFlags } from './FlagItems.tsx'
import { NoFlags } from './NoFlags.tsx'

function FlagsPage({ documents }: PageProps): ReactNode {
  const app = useApp()
  const [document] = documents as readonly [CollectionDocument]
  const ids = useMemo(() => document.data.map(({ id }) => id), [document])
  useEffect(() => showList(app, ids), [app, ids])
  const flags = useOpenFlags(ids)
  return (
    <FlagsFrame>{flags.length === 0 ? <NoFlags heading="h2" /> : <FlagItems flags={flags} />}</FlagsFrame>
  )
}

/** The grid of the lists of discussions, with their sidebar. */
function FlagsFrame({ children }: { children: ReactNode }): ReactNode {
  const { t } = useApp()
  const { canViewFlags, flagCount: count = 0 } = useForum()
  return (
    <IndexColumns>
      <div className="NotificationsPage">
        <div className="Toolbar">
          <h1 className="Toolbar-title">{t('flags.forum.flagged_posts.title')}</h1>
          {canViewFlags && count > 0 && (
            <p className="Muted">{t('flags.forum.flagged_posts.open_text', { count })}</p>
          )}
        </div>
        {children}
      </div>
    </IndexColumns>
  )
}

function SkeletonPage(): ReactNode {
  return (
    <FlagsFrame>
      <FlagItemsSkeleton />
    </FlagsFrame>
  )
}

export default definePage({
  Component: FlagsPage,
  Skeleton: SkeletonPage,
  head: (_props, { t }) => ({ title: t('flags.forum.flagged_posts.title') }),
  backTo: '/',
})
