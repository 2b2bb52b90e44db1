import { Button, definePage, LinkButton, type PageProps, useApp, useRecord } from '@parley/client'
import { AdminPage } from '@parley/client/admin'
import type { ResourceDocument } from '@parley/shared'
import { type ReactNode, useEffect } from 'react'
import { pagePath } from '../../client/page-path.ts'
import { deletePage, makeHome, useHomeId } from '../actions.ts'
import { listPath } from '../list/list-request.ts'
import { PageStates } from '../PageStates.tsx'
import type { PageRecord } from '../page-record.ts'
import { PageEditor } from './PageEditor.tsx'
import { formOf } from './page-form.ts'

export default definePage({
  Component: EditPage,
  head: ({ documents }, { t, store }) => ({
    title: store.get('pages', idIn(documents) ?? '')?.title ?? t('pages.admin.edit_page.create_title'),
  }),
  backTo: listPath,
})

function idIn(documents: PageProps['documents']): string | undefined {
  return (documents[0] as ResourceDocument | undefined)?.data.id
}

/** Creates a page, or changes one. */
function EditPage({ documents }: PageProps): ReactNode {
  const app = useApp()
  const { t } = app
  const page = useRecord('pages', idIn(documents))
  const form = formOf(app, page)
  useEffect(() => {
    if (page) form.adopt(page)
  }, [form, page])
  return (
    <AdminPage
      title={
        page ? (
          <>
            {t('pages.admin.edit_page.title')} <PageStates page={page} />
          </>
        ) : (
          t('pages.admin.edit_page.create_title')
        )
      }
      text={t('pages.admin.edit_page.description')}
      controls={page && <Controls page={page} />}
    >
      {/* The form of a page that was just created is another one. */}
      <PageEditor key={form.url} form={form} />
    </AdminPage>
  )
}

function Controls({ page }: { page: PageRecord }): ReactNode {
  const app = useApp()
  const { t, href, router } = app
  const isHome = useHomeId() === page.id
  const remove = async () => {
    if (await deletePage(app, page, isHome)) await router.navigate(listPath)
  }
  return (
    <div className="PageEditor-controls">
      <LinkButton variant="outline" isSmall icon="eye" href={href(pagePath(page))}>
        {t('pages.admin.edit_page.view_link')}
      </LinkButton>
      <Button
        variant="outline"
        isSmall
        icon="home"
        isDisabled={isHome}
        onClick={() => void makeHome(app, page)}
      >
        {t('pages.admin.edit_page.home_button')}
      </Button>
      <Button variant="outline" isSmall isDanger icon="trash" onClick={() => void remove()}>
        {t('pages.admin.edit_page.delete_page_button')}
      </Button>
    </div>
  )
}
