import type { ReactNode } from 'react'
import { useObservable } from '../../base/use-observable.ts'
import { useT } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import { AdminPage } from '../frame/AdminPage.tsx'
import { useSettingsEditor } from '../settings/editors.ts'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SettingsDocument } from '../settings/settings-document.ts'
import { Preview } from './Preview.tsx'

const page = 'appearance'

function Appearance({ documents }: PageProps): ReactNode {
  const t = useT()
  const [document] = documents as readonly [SettingsDocument]
  return (
    <AdminPage title={t('core.admin.appearance.title')} text={t('core.admin.appearance.description')}>
      <div className="AppearancePage">
        <SettingsForm page={page} document={document} />
        <LivePreview document={document} />
      </div>
    </AdminPage>
  )
}

/** The forum with the values of the form, saved or not. */
function LivePreview({ document }: { document: SettingsDocument }): ReactNode {
  const { settings, edits } = useObservable(useSettingsEditor(page, document))
  const values = Object.fromEntries(settings.map(({ key, value }) => [key, edits[key] ?? value ?? '']))
  return <Preview values={values} />
}

export default definePage({
  Component: Appearance,
  head: (_, { t }) => ({ title: t('core.admin.appearance.title') }),
})
