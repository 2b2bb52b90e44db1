import type { ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import type { Dashboard } from './documents.ts'

/** What is wrong with the forum, and what to do. */
export function Problems({ problems }: Pick<Dashboard, 'problems'>): ReactNode {
  const t = useT()
  if (problems.length === 0) {
    return <Alert tone="success">{t('core.admin.dashboard.no_problems')}</Alert>
  }
  return (
    <section aria-labelledby="problems">
      <h2 id="problems">{t('core.admin.dashboard.problems_heading', { count: problems.length })}</h2>
      <ul className="Dashboard-problems">
        {problems.map(({ state, text, advice }) => (
          <li key={text}>
            <Alert tone={state === 'fail' ? 'danger' : 'warning'}>
              <b>{text}</b>
              <p>{advice}</p>
            </Alert>
          </li>
        ))}
      </ul>
    </section>
  )
}
