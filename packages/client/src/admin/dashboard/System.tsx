import { formatNumber } from '@parley/shared/i18n'
import { type ReactNode, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { ApiError } from '../../store/api-error.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { DashboardPart } from './DashboardPart.tsx'
import type { Dashboard } from './documents.ts'

const states = ['running', 'waiting', 'failed'] as const

/** Versions, storage and queue of the forum, and the button that clears its cache. */
export function System({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const { t, translator } = useApp()
  const { versions, storage, queue } = dashboard
  const megabytes = (bytes: number) => formatNumber(Math.ceil(bytes / 2 ** 20), translator)
  const gigabytes = (bytes: number) => formatNumber(Math.round(bytes / 2 ** 30), translator)
  const facts = [
    ['parley', versions.parley],
    ['node', versions.node],
    ['database', versions.database],
    ['database_size', t('core.admin.dashboard.megabytes', { size: megabytes(storage.database) })],
    [
      'disk',
      t('core.admin.dashboard.disk_free', { free: gigabytes(storage.free), total: gigabytes(storage.total) }),
    ],
  ] as const
  return (
    <DashboardPart title={t('core.admin.dashboard.system_heading')}>
      <dl className="Facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`core.admin.dashboard.fact.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {states.map((state) => (
          <div key={state}>
            <dt>{t(`core.admin.dashboard.jobs.${state}`)}</dt>
            <dd>
              <Jobs kinds={queue[state]} limit={queue.limit} />
            </dd>
          </div>
        ))}
      </dl>
      <ClearCache />
    </DashboardPart>
  )
}

function Jobs({ kinds, limit }: { kinds: Dashboard['queue']['waiting']; limit: number }): ReactNode {
  const { t, translator } = useApp()
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  const number = formatNumber(total, translator)
  return (
    <>
      {total >= limit ? t('core.admin.dashboard.jobs.at_least', { number }) : number}
      {kinds.length > 0 && (
        <ul className="Facts-kinds">
          {kinds.map(({ name, count }) => (
            <li key={name}>
              <code>{name}</code> {formatNumber(count, translator)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function ClearCache(): ReactNode {
  const { alerts, api, t } = useApp()
  const [isClearing, setIsClearing] = useState(false)
  const [result, setResult] = useState<'cache_cleared' | 'io_error_message'>()
  const clear = async () => {
    setIsClearing(true)
    setResult(undefined)
    try {
      await api.request('/cache', { method: 'DELETE' })
      setResult('cache_cleared')
    } catch (error) {
      if (error instanceof ApiError && error.has('io_error')) setResult('io_error_message')
      else alerts.showError(error)
    }
    setIsClearing(false)
  }
  return (
    <div className="Dashboard-tools">
      <Button variant="outline" icon="refresh" isLoading={isClearing} onClick={clear}>
        {t('core.admin.dashboard.clear_cache_button')}
      </Button>
      <div role="status">
        {result && (
          <Alert tone={result === 'cache_cleared' ? 'success' : 'danger'}>
            {t(`core.admin.dashboard.${result}`)}
          </Alert>
        )}
      </div>
    </div>
  )
}
