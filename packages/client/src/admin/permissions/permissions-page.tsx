import type { PermissionOverview } from '@parley/shared'
import { type ReactNode, useState } from 'react'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import { AdminPage } from '../frame/AdminPage.tsx'
import { AdminSection } from '../frame/AdminSection.tsx'
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
    <AdminPage title={t('core.admin.permissions.title')} text={t('core.admin.permissions.description')}>
      <AdminSection
        heading={t('core.admin.permissions.groups_heading')}
        text={t('core.admin.permissions.groups_text')}
      >
        <GroupList model={model} overview={overview} />
      </AdminSection>
      <AdminSection
        heading={t('core.admin.permissions.grid_heading')}
        text={t('core.admin.permissions.grid_text')}
      >
        <PermissionGrid model={model} overview={overview} />
      </AdminSection>
      <AdminSection heading={t('core.admin.why.heading')} text={t('core.admin.why.text')}>
        <WhyPanel questions={overview.questions} />
      </AdminSection>
      <AdminSection
        heading={t('core.admin.permissions.file_heading')}
        text={t('core.admin.permissions.file_text')}
      >
        <FileSection model={model} overview={overview} />
      </AdminSection>
    </AdminPage>
  )
}

export default definePage({
  Component: Permissions,
  head: (_, { t }) => ({ title: t('core.admin.permissions.title') }),
})
