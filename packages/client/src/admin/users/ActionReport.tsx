import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { type ActionProgress, skippedAccounts, stopAction, type TreatedAccount } from './user-actions.ts'

interface ActionReportProps {
  progress: ActionProgress
  onDismiss: () => void
}

/** The progress of an action on many users; when it has ended, which of them it skipped and why. */
export function ActionReport({ progress, onDismiss }: ActionReportProps): ReactNode {
  const app = useApp()
  const { t, alerts } = app
  const [isStopping, setIsStopping] = useState(false)
  const { status, expected, done, skipped } = progress
  const isRunning = status === 'running'
  const stop = async () => {
    setIsStopping(true)
    try {
      await stopAction(app)
    } catch (error) {
      alerts.showError(error)
    }
    setIsStopping(false)
  }
  return (
    <section className="ActionReport" aria-label={t('core.admin.users.report.label')}>
      <p role="status">{t(`core.admin.users.report.${status}_text`, { done, skipped })}</p>
      {isRunning ? (
        <>
          <progress
            aria-label={t('core.admin.users.report.label')}
            max={Math.max(expected.count, done + skipped)}
            value={expected.hasMore ? undefined : done + skipped}
          />
          <Button variant="outline" isLoading={isStopping} onClick={() => void stop()}>
            {t('core.admin.users.report.stop_button')}
          </Button>
        </>
      ) : (
        <>
          {skipped > 0 && <Skipped />}
          <Button variant="outline" onClick={onDismiss}>
            {t('core.admin.users.report.dismiss_button')}
          </Button>
        </>
      )}
    </section>
  )
}

const reasons = ['unchanged', 'own_account', 'permission_denied', 'not_found', 'last_administrator']

function Skipped(): ReactNode {
  const app = useApp()
  const { t, alerts } = app
  const [accounts, setAccounts] = useState<readonly TreatedAccount[]>([])
  const [next, setNext] = useState<string | null>(null)
  const load = async (after: string) => {
    try {
      const page = await skippedAccounts(app, after)
      setAccounts((before) => [...(after === '0' ? [] : before), ...page.accounts])
      setNext(page.next)
    } catch (error) {
      alerts.showError(error)
    }
  }
  const loadFirst = useEffectEvent(() => void load('0'))
  useEffect(() => loadFirst(), [])
  return (
    <>
      <ul className="ActionReport-skipped">
        {accounts.map(({ id, username, outcome }) => (
          <li key={id}>
            <b dir="auto">{username ?? `#${id}`}</b>{' '}
            <span className="Muted">
              {t(`core.admin.users.report.reasons.${reasons.includes(outcome) ? outcome : 'other'}`)}
            </span>
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button variant="link" onClick={() => void load(next)}>
          {t('core.admin.users.load_more_button')}
        </Button>
      )}
    </>
  )
}
