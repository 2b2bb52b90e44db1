import type { CollectionDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { usePagedList } from '../../base/lists/use-paged-list.ts'
import { useRecords } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import { LinkButton } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { ListEnd } from '../../ui/feedback/ListEnd.tsx'
import { AdminPage } from '../frame/AdminPage.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SettingsDocument } from '../settings/settings-document.ts'
import { AuditEntryItem } from './AuditEntryItem.tsx'
import { AuditFilterForm } from './AuditFilterForm.tsx'
import { type AuditFilters, auditPath, entriesRequest, exportRequest, readFilters } from './audit-requests.ts'

function AuditPage({ location, documents }: PageProps): ReactNode {
  const { t } = useApp()
  const [first, actions, settings] = documents as readonly [
    CollectionDocument,
    CollectionDocument,
    SettingsDocument | undefined,
  ]
  const list = usePagedList(location, entriesRequest(location), first)
  const entries = useRecords('audit-entries', list.ids)
  const filters = readFilters(location)
  return (
    <AdminPage title={t('core.admin.audit.title')} text={t('core.admin.audit.description')}>
      {/* Another address fills the form anew. */}
      <AuditFilterForm key={location.url} filters={filters} actions={actions.data} />
      {entries.length === 0 ? (
        <NoEntries filters={filters} />
      ) : (
        <>
          <ol
            className="AuditList"
            aria-label={t('core.admin.audit.list_label')}
            aria-busy={list.loading === 'refresh'}
          >
            {entries.map((entry) => (
              <AuditEntryItem key={entry.id} entry={entry} />
            ))}
          </ol>
          <ListEnd list={list} location={location} label={t('core.admin.audit.load_more_button')} />
          <ExportLinks filters={filters} />
        </>
      )}
      {settings && <SettingsForm page="audit" document={settings} />}
    </AdminPage>
  )
}

function NoEntries({ filters }: { filters: AuditFilters }): ReactNode {
  const { t, href } = useApp()
  if (Object.keys(filters).length === 0) {
    return (
      <EmptyState icon="shield" title={t('core.admin.audit.empty_title')}>
        <p>{t('core.admin.audit.empty_text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="search" title={t('core.admin.audit.no_match_title')}>
      <LinkButton variant="outline" href={href(auditPath)}>
        {t('core.admin.audit.clear_link')}
      </LinkButton>
    </EmptyState>
  )
}

/** Links to files with all entries that meet the filters. The browser shows how far a download is. */
function ExportLinks({ filters }: { filters: AuditFilters }): ReactNode {
  const { t, api } = useApp()
  return (
    <p className="AuditPage-exports">
      {(['csv', 'jsonl'] as const).map((format) => (
        <LinkButton key={format} variant="quiet" href={api.apiUrl + exportRequest(filters, format)} download>
          {t(`core.admin.audit.export_${format === 'csv' ? 'csv' : 'jsonl'}_link`)}
        </LinkButton>
      ))}
    </p>
  )
}

export default definePage({
  Component: AuditPage,
  head: (_, { t }) => ({ title: t('core.admin.audit.title') }),
})
