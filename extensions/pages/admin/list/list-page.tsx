import {
  definePage,
  EmptyState,
  Icon,
  LinkButton,
  type PageProps,
  pageNumber,
  useApp,
  useRecords,
  VisuallyHidden,
} from '@parley/client'
import { AdminPage } from '@parley/client/admin'
import type { CollectionDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { newId } from '../edit/new-id.ts'
import { listAddress, listPath, sortIn } from './list-request.ts'
import { PageRow } from './PageRow.tsx'

export default definePage({
  Component: PagesList,
  head: (_, { t }) => ({ title: t('pages.admin.pages_list.title') }),
})

/** All pages, newest first or in another order. */
function PagesList({ location, documents }: PageProps): ReactNode {
  const { t, href } = useApp()
  const document = documents[0] as CollectionDocument
  const pages = useRecords(
    'pages',
    document.data.map(({ id }) => id),
  )
  const create = (
    <LinkButton variant="primary" href={href(`${listPath}/${newId}`)}>
      {t('pages.admin.pages.create_button')}
    </LinkButton>
  )
  const isEmpty = pages.length === 0 && pageNumber(location) === 1
  return (
    <AdminPage
      title={t('pages.admin.pages_list.title')}
      text={t('pages.admin.pages_list.description')}
      controls={!isEmpty && create}
    >
      {isEmpty ? (
        <EmptyState icon="page" title={t('pages.admin.pages_list.empty_text')}>
          {create}
        </EmptyState>
      ) : (
        <div className="Table PagesTable">
          <table>
            <caption>
              <VisuallyHidden>{t('pages.admin.pages_list.title')}</VisuallyHidden>
            </caption>
            <thead>
              <tr>
                <th scope="col">{t('pages.admin.pages_list.title_heading')}</th>
                <SortHead
                  location={location}
                  attribute="time"
                  label={t('pages.admin.pages_list.time_heading')}
                />
                <SortHead
                  location={location}
                  attribute="editTime"
                  label={t('pages.admin.pages_list.edit_time_heading')}
                />
                <th scope="col">
                  <VisuallyHidden>{t('pages.admin.pages_list.actions_heading')}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {pages.map((page) => (
                <PageRow key={page.id} page={page} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Turning location={location} hasNext={document.links.next !== undefined} />
    </AdminPage>
  )
}

interface SortHeadProps extends Pick<PageProps, 'location'> {
  attribute: string
  label: string
}

/** The heading of a column by which the list can be sorted: the latest first, then the other way round. */
function SortHead({ location, attribute, label }: SortHeadProps): ReactNode {
  const { href } = useApp()
  const sort = sortIn(location)
  const [isUp, isDown] = [sort === attribute, sort === `-${attribute}`]
  return (
    <th scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
      <a className="PagesTable-sort" href={href(listAddress(isDown ? attribute : `-${attribute}`))}>
        {label}
        {(isUp || isDown) && <Icon name={isUp ? 'up' : 'down'} isSmall />}
      </a>
    </th>
  )
}

/** Links to the parts of the list before and behind. */
function Turning({ location, hasNext }: Pick<PageProps, 'location'> & { hasNext: boolean }): ReactNode {
  const { t, href } = useApp()
  const [page, sort] = [pageNumber(location), sortIn(location)]
  if (page === 1 && !hasNext) return null
  return (
    <nav className="PagesTable-turning" aria-label={t('pages.admin.pages_list.turning_label')}>
      {page > 1 && (
        <LinkButton variant="outline" rel="prev" href={href(listAddress(sort, page - 1))}>
          {t('pages.admin.pages_list.previous_link')}
        </LinkButton>
      )}
      <span className="Muted">{t('pages.admin.pages_list.number_text', { number: page })}</span>
      {hasNext && (
        <LinkButton variant="outline" rel="next" href={href(listAddress(sort, page + 1))}>
          {t('pages.admin.pages_list.next_link')}
        </LinkButton>
      )}
    </nav>
  )
}
