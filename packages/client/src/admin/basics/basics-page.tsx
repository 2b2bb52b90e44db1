import type { ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import { AdminPage } from '../frame/AdminPage.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SettingsDocument } from '../settings/settings-document.ts'

function Basics({ documents }: PageProps): ReactNode {
  const t = useT()
  const [settings] = documents as readonly [SettingsDocument]
  return (
    <AdminPage title={t('core.admin.basics.title')} text={t('core.admin.basics.description')}>
      <SettingsForm page="basics" document={settings} />
    </AdminPage>
  )
}

export default definePage({
  Component: Basics,
  head: (_, { t }) => ({ title: t('core.admin.basics.title') }),
})
