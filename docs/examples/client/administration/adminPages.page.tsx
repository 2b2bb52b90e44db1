import { definePage, useT } from '@parley/client'
import { AdminPage } from '@parley/client/admin'
import type { ReactNode } from 'react'

export default definePage({
  Component: RoomsPage,
  head: (_props, { t }) => ({ title: t('rooms.admin.title') }),
})

function RoomsPage(): ReactNode {
  const t = useT()
  return (
    <AdminPage title={t('rooms.admin.title')} text={t('rooms.admin.description')}>
      <p>{t('rooms.admin.empty_text')}</p>
    </AdminPage>
  )
}
