import type { CollectionDocument } from '@parley/shared'
import { type ReactNode, useMemo } from 'react'
import { pageNumber, pagePath } from '../../base/lists/paged-list.ts'
import { type CountedListState, useListTotals } from '../../base/lists/use-list-totals.ts'
import { usePagedList } from '../../base/lists/use-paged-list.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageHead, type PageLocation, type PageProps } from '../../points/routes.ts'
import { LinkButton } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { type CountKeys, countText, discussionCount } from '../discussions/count-text.ts'
import { IndexColumns } from '../discussions/index-page/IndexPage.tsx'
import { SortMenu } from '../discussions/index-page/toolbar-items.tsx'
import { DiscussionList, DiscussionListSkeleton } from '../discussions/list/DiscussionList.tsx'
import type { SearchResultView } from '../discussions/list/DiscussionRow.tsx'
import { DidYouMean } from './DidYouMean.tsx'
import { FoundPeople } from './FoundPeople.tsx'
import { FoundPost } from './FoundPost.tsx'
import { wordsToHighlight } from './gambits.ts'
import { relevantPostId } from './load-results.ts'
import { MarkedText } from './MarkedText.tsx'
import { resultsRequest, resultsTotalsRequest, searchedText } from './results-request.ts'
import { SearchField } from './SearchBox.tsx'
import { ResultsSections } from './slots.ts'

/** The discussions that a search found. */
function ResultsPage({ location, documents }: PageProps): ReactNode {
  const [document, people] = documents as CollectionDocument[]
  return (
    <IndexColumns>
      <SearchField className="u-phone" isFocused={document === undefined} />
      {document === undefined ? (
        <NothingSearched />
      ) : (
        <Results location={location} document={document} people={people} />
      )}
    </IndexColumns>
  )
}

function NothingSearched(): ReactNode {
  const { t } = useApp()
  return (
    <>
      <ResultsToolbar title={t('core.forum.search.title')} />
      <EmptyState art="search" title={t('core.forum.search.start_text')} />
    </>
  )
}

interface ResultsToolbarProps {
  title: string
  /** What was found: '48 discussions · 2 people'. */
  count?: string | undefined
  children?: ReactNode
}

function ResultsToolbar({ title, count, children }: ResultsToolbarProps): ReactNode {
  return (
    <div className="Toolbar">
      <div className="Toolbar-title">
        <h1>
          <span>
            <bdi>{title}</bdi>
          </span>
        </h1>
        {count !== undefined && <small role="status">{count}</small>}
      </div>
      {children}
    </div>
  )
}

interface ResultsProps {
  location: PageLocation
  document: CollectionDocument
  /** Missing where people are not searched. */
  people: CollectionDocument | undefined
}

function Results({ location, document, people }: ResultsProps): ReactNode {
  const app = useApp()
  const { t } = app
  const results = usePagedList(location, resultsRequest(location, app), document)
  const list = useListTotals(results, location, resultsTotalsRequest(location))
  const { relationships } = list
  const query = searchedText(location)
  const { suggestion, unknown } = document.meta ?? {}
  const resultView = useMemo(
    () => createResultView(app, `${query} ${suggestion ?? ''}`, relationships),
    [app, query, suggestion, relationships],
  )
  return (
    <>
      <ResultsToolbar
        title={t('core.forum.search.results_title', { query })}
        count={foundText(app, list, people)}
      >
        <SortMenu location={location} list={list} />
      </ResultsToolbar>
      {people && <FoundPeople document={people} words={wordsToHighlight(query, app.gambits)} />}
      {pageNumber(location) === 1 && <ResultsSections text={query} />}
      {suggestion !== undefined && list.ids.length > 0 && <DidYouMean suggestion={suggestion} />}
      <DiscussionList
        list={list}
        location={location}
        label={t('core.forum.search.results_label')}
        resultView={resultView}
        empty={
          <NothingFound
            query={query}
            suggestion={suggestion}
            unknownAuthors={unknown?.author}
            hasPeople={(people?.data.length ?? 0) > 0}
          />
        }
      />
    </>
  )
}

/** Says how much was found; undefined for nothing. */
function foundText(
  app: App,
  { rows }: CountedListState,
  people: CollectionDocument | undefined,
): string | undefined {
  const peopleFound = people && { count: people.data.length, hasMore: people.links.next !== undefined }
  const discussionsText = rows && rows.count > 0 ? countText(app, rows, discussionCount) : undefined
  const peopleText =
    peopleFound && peopleFound.count > 0 ? countText(app, peopleFound, peopleCount) : undefined
  if (discussionsText === undefined || peopleText === undefined) return discussionsText ?? peopleText
  return app.t('core.forum.search.counts_text', { discussions: discussionsText, people: peopleText })
}

const peopleCount: CountKeys = ['core.forum.search.people_text', 'core.forum.search.people_more_text']

interface NothingFoundProps {
  query: string
  suggestion: string | undefined
  /** Names after `author:` that no user has. */
  unknownAuthors: readonly string[] | undefined
  /** Whether people were found. */
  hasPeople: boolean
}

function NothingFound({ query, suggestion, unknownAuthors, hasPeople }: NothingFoundProps): ReactNode {
  const { t, href } = useApp()
  const key = hasPeople ? 'core.forum.search.no_discussions_text' : 'core.forum.search.empty_text'
  return (
    <EmptyState art="search" title={t(key, { query })}>
      {unknownAuthors?.map((name) => (
        <p key={name}>{t('core.forum.search.unknown_author_text', { name })}</p>
      ))}
      {suggestion === undefined ? (
        <p>{t('core.forum.search.empty_help')}</p>
      ) : (
        <DidYouMean suggestion={suggestion} />
      )}
      <LinkButton variant="outline" href={href('/all')}>
        {t('core.forum.index.all_discussions_link')}
      </LinkButton>
    </EmptyState>
  )
}

type Relationships = ReturnType<typeof usePagedList>['relationships']

function createResultView(app: App, query: string, relationships: Relationships): SearchResultView {
  const words = wordsToHighlight(query, app.gambits)
  const postOf = (id: string) => {
    const postId = relevantPostId(relationships[id])
    return postId === undefined ? undefined : app.store.get('posts', postId)
  }
  return {
    title: ({ title }) => <MarkedText text={title} words={words} />,
    near: ({ id }) => postOf(id)?.number,
    excerpt: ({ id }) => {
      const post = postOf(id)
      return post?.contentHtml && <FoundPost post={post} words={words} />
    },
  }
}

function Skeleton({ location }: { location: PageLocation }): ReactNode {
  const { t } = useApp()
  const query = searchedText(location)
  return (
    <IndexColumns>
      <SearchField className="u-phone" />
      <ResultsToolbar title={t('core.forum.search.results_title', { query })} />
      <DiscussionListSkeleton />
    </IndexColumns>
  )
}

function PhoneTitle(): ReactNode {
  const { t } = useApp()
  return (
    <span className="Button">
      <span>{t('core.forum.search.title')}</span>
    </span>
  )
}

function resultsHead({ location, documents }: PageProps, { t }: App): PageHead {
  const query = searchedText(location)
  const page = pageNumber(location)
  const [document] = documents as CollectionDocument[]
  return {
    title: query === '' ? t('core.forum.search.title') : t('core.forum.search.results_title', { query }),
    prev: page > 1 ? pagePath(location, page - 1) : undefined,
    next: document?.links.next === undefined ? undefined : pagePath(location, page + 1),
  }
}

export default definePage({
  Component: ResultsPage,
  Skeleton,
  PhoneTitle,
  head: resultsHead,
  backTo: '/',
})
