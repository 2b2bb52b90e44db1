import {
  Button,
  EmptyState,
  Loading,
  PanelFrame,
  type PanelProps,
  useApp,
  useObservable,
} from '@parley/client'
import { type ReactNode, useState } from 'react'
import { flagQueueOf, loadFlags } from '../queue.ts'
import { FlagItems, FlagItemsSkeleton, useOpenFlags } from './FlagItems.tsx'
import { NoFlags } from './NoFlags.tsx'

/** The reported posts under the header's button. Reloads them on each opening. */
export function FlagPanel(panel: PanelProps): ReactNode {
  const app = useApp()
  const { t } = app
  const [hasFailed, setHasFailed] = useState(false)
  const reload = () => {
    setHasFailed(false)
    loadFlags(app).catch(() => setHasFailed(true))
  }
  return (
    <PanelFrame
      {...panel}
      title={t('flags.forum.flagged_posts.title')}
      footer={
        <a className="Panel-footer" href={app.href('/flags')}>
          {t('flags.forum.flagged_posts.all_link')}
        </a>
      }
      onOpen={reload}
    >
      <PanelBody hasFailed={hasFailed} onRetry={reload} />
    </PanelFrame>
  )
}

function PanelBody({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }): ReactNode {
  const app = useApp()
  const { ids } = useObservable(flagQueueOf(app))
  const flags = useOpenFlags(ids ?? [])
  if (hasFailed)
    return (
      <EmptyState icon="offline" title={app.t('flags.forum.flagged_posts.failed_text')} heading="h3">
        <Button variant="outline" onClick={onRetry}>
          {app.t('core.forum.page_error.retry_button')}
        </Button>
      </EmptyState>
    )
  if (ids === undefined)
    return (
      <Loading>
        <FlagItemsSkeleton />
      </Loading>
    )
  return flags.length === 0 ? <NoFlags heading="h3" /> : <FlagItems flags={flags} />
}
