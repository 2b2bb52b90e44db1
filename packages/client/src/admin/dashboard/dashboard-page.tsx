import type { ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import type { Dashboard, Report } from './documents.ts'
import { Problems } from './Problems.tsx'
import { Statistics } from './Statistics.tsx'
import { System } from './System.tsx'
import { DashboardParts } from './slots.ts'

function DashboardPage({ location, documents }: PageProps): ReactNode {
  const t = useT()
  const [report, dashboard] = documents as readonly [Report, Dashboard | undefined]
  return (
    <div className="Dashboard">
      <header className="Page-header">
        <h1>{t('core.admin.dashboard.title')}</h1>
        <p>{t('core.admin.dashboard.description')}</p>
      </header>
      {dashboard && <Problems problems={dashboard.problems} />}
      <Statistics report={report} query={location.query} />
      <DashboardParts />
      {dashboard && <System dashboard={dashboard} />}
    </div>
  )
}

export default definePage({
  Component: DashboardPage,
  head: (_, { t }) => ({ title: t('core.admin.dashboard.title') }),
})
