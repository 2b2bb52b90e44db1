import {
  type App,
  Badge,
  definePage,
  homePath,
  IndexColumns,
  LinkButton,
  ListsMenu,
  Loading,
  type PageHead,
  type PageProps,
  Prose,
  Skeleton,
  StartAction,
  type StoreRecord,
  useApp,
  useForum,
  useRecord,
  useSessionUser,
} from '@parley/client'
import type { ResourceDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { homePath as pagesHome } from '../shared.ts'
import { pagePath } from './page-path.ts'

/** A page of the forum's own. */
export default definePage({
  Component: StaticPage,
  Skeleton: PageSkeleton,
  PhoneTitle,
  PhoneAction: StartAction,
  head: pageHead,
})

function pageHead({ documents }: PageProps, { boot, forum, store }: App): PageHead {
  const page = store.get('pages', idIn(documents))
  if (page === undefined) return {}
  const isHome = homePath(forum.defaultRoute) === pagesHome && boot['fof-pages.home'] === page.id
  return { title: page.title, canonical: isHome ? '/' : pagePath(page) }
}

function idIn(documents: PageProps['documents']): string {
  const [{ data }] = documents as readonly [ResourceDocument]
  return data.id
}

function StaticPage({ documents }: PageProps): ReactNode {
  const page = useRecord('pages', idIn(documents))
  if (page === undefined) return null
  return (
    <IndexColumns>
      <article className="StaticPage">
        <header className="StaticPage-header">
          <h1 dir="auto">{page.title}</h1>
          <Marks page={page} />
        </header>
        {/* The server has cleaned it. Texts of the markup look as in a preview: they belong to no post. */}
        <Prose html={page.pageHtml} isPreview={!page.isHtml} />
      </article>
    </IndexColumns>
  )
}

/** Who sees the page, and the way to its editor, for administrators. */
function Marks({ page }: { page: StoreRecord<'pages'> }): ReactNode {
  const { t, href } = useApp()
  if (useSessionUser()?.isAdmin !== true) return null
  return (
    <>
      {page.isHidden && <Badge type="hidden" icon="eyeoff" label={t('pages.forum.page.hidden_badge')} />}
      {page.isRestricted && (
        <Badge type="restricted" icon="key" label={t('pages.forum.page.restricted_badge')} />
      )}
      <LinkButton variant="outline" isSmall icon="edit" href={href(`/admin/pages/${page.id}`)}>
        {t('pages.forum.page.edit_link')}
      </LinkButton>
    </>
  )
}

/** The lists of the forum: the page has its own title in view. */
function PhoneTitle(): ReactNode {
  return <ListsMenu title={useForum().title ?? ''} />
}

function PageSkeleton(): ReactNode {
  return (
    <IndexColumns>
      <Loading>
        <div className="StaticPage">
          <header className="StaticPage-header">
            <Skeleton width="40%" />
          </header>
          {skeletonWidths.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      </Loading>
    </IndexColumns>
  )
}

const skeletonWidths = ['92%', '96%', '88%', '61%'] as const
