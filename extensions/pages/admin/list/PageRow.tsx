import { Button, LinkButton, Time, useApp } from '@parley/client'
import type { ReactNode } from 'react'
import { pagePath } from '../../client/page-path.ts'
import { deletePage, makeHome, useHomeId } from '../actions.ts'
import { PageStates } from '../PageStates.tsx'
import type { PageRecord } from '../page-record.ts'
import { listPath } from './list-request.ts'

/** A page in the list, with what can be done with it. */
export function PageRow({ page }: { page: PageRecord }): ReactNode {
  const { t, href } = useApp()
  const editPath = href(`${listPath}/${page.id}`)
  return (
    <tr>
      <th scope="row">
        <a className="PagesTable-title" href={editPath} dir="auto">
          {page.title}
        </a>{' '}
        <PageStates page={page} />
        <span className="PagesTable-path">
          <bdi dir="ltr">{decodeURIComponent(pagePath(page))}</bdi>
        </span>
      </th>
      <td data-label={t('pages.admin.pages_list.time_heading')}>
        <Time value={page.time} />
      </td>
      <td data-label={t('pages.admin.pages_list.edit_time_heading')}>
        {page.editTime === null ? '–' : <Time value={page.editTime} />}
      </td>
      <td className="PagesTable-actions">
        <Actions page={page} editPath={editPath} />
      </td>
    </tr>
  )
}

function Actions({ page, editPath }: { page: PageRecord; editPath: string }): ReactNode {
  const app = useApp()
  const { t, href, router } = app
  const { title } = page
  const isHome = useHomeId() === page.id
  const remove = async () => {
    if (await deletePage(app, page, isHome)) await router.reload()
  }
  return (
    <span>
      <LinkButton icon="edit" variant="quiet" isIconOnly href={editPath}>
        {t('pages.admin.pages_list.edit_link', { title })}
      </LinkButton>
      <LinkButton icon="eye" variant="quiet" isIconOnly href={href(pagePath(page))}>
        {t('pages.admin.pages_list.view_link', { title })}
      </LinkButton>
      <Button
        icon="home"
        variant="quiet"
        isIconOnly
        isDisabled={isHome}
        onClick={() => void makeHome(app, page)}
      >
        {t('pages.admin.pages_list.home_button', { title })}
      </Button>
      <Button icon="trash" variant="quiet" isIconOnly onClick={() => void remove()}>
        {t('pages.admin.pages_list.delete_button', { title })}
      </Button>
    </span>
  )
}
