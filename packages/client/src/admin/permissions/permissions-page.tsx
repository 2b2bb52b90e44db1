import type { PermissionOverview } from '@parley/shared'
import { type ReactNode, useState } from 'react'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import { FileSection } from './FileSection.tsx'
import { GroupList } from './GroupList.tsx'
import { PermissionGrid } from './PermissionGrid.tsx'
import { PermissionsModel } from './permissions-model.ts'
import { WhyPanel } from './WhyPanel.tsx'

function Permissions({ documents }: PageProps): ReactNode {
  const app = useApp()
  const { t } = app
  const [model] = useState(() => new PermissionsModel(app, documents[0] as PermissionOverview))
  const overview = useObservable(model)
  return (
    <div className="AdminPage PermissionsPage">
      <header className="Page-header">
        <h1>{t('core.admin.permissions.title')}</h1>
        <p>{t('core.admin.permissions.description')}</p>
      </header>
      <section aria-labelledby="permissions-groups">
        <h2 id="permissions-groups">{t('core.admin.permissions.groups_heading')}</h2>
        <p>{t('core.admin.permissions.groups_text')}</p>
        <GroupList model={model} overview={overview} />
      </section>
      <section aria-labelledby="permissions-grid">
        <h2 id="permissions-grid">{t('core.admin.permissions.grid_heading')}</h2>
        <p>{t('core.admin.permissions.grid_text')}</p>
        <PermissionGrid model={model} overview={overview} />
      </section>
      <section aria-labelledby="permissions-why">
        <h2 id="permissions-why">{t('core.admin.why.heading')}</h2>
        <p>{t('core.admin.why.text')}</p>
        <WhyPanel questions={overview.questions} />
      </section>
      <section aria-labelledby="permissions-file">
        <h2 id="permissions-file">{t('core.admin.permissions.file_heading')}</h2>
        <p>{t('core.admin.permissions.file_text')}</p>
        <FileSection model={model} overview={overview} />
      </section>
    </div>
  )
}

export default definePage({
  Component: Permissions,
  head: (_, { t }) => ({ title: t('core.admin.permissions.title') }),
})
