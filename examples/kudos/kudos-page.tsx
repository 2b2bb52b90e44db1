import { definePage, type PageProps, useT } from '@parley/client'
import { AdminPage } from '@parley/client/admin'
import type { ReactNode } from 'react'
import { KudosList } from './KudosList.tsx'
import type { Kudos } from './shared.ts'

function KudosPage({ documents }: PageProps): ReactNode {
  const t = useT()
  const [{ kudos }] = documents as unknown as readonly [{ kudos: readonly Kudos[] }]
  return (
    <AdminPage title={t('kudos.admin.title')} text={t('kudos.admin.description')}>
      <KudosList kudos={kudos} />
    </AdminPage>
  )
}

export default definePage({
  Component: KudosPage,
  head: (_, { t }) => ({ title: t('kudos.admin.title') }),
})
