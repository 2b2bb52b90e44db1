import type { BoundedCount } from '@parley/shared'
import { type ReactNode, useEffect, useRef } from 'react'
import { pageNumber, pagePath, shownRows } from '../../base/lists/paged-list.ts'
import type { CountedListState } from '../../base/lists/use-list-totals.ts'
import type { PagedListState } from '../../base/lists/use-paged-list.ts'
import { useApp } from '../../points/app-context.ts'
import type { PageLocation } from '../../points/routes.ts'
import { LinkButton } from '../buttons/Button.tsx'
import { LoadMore } from './Feedback.tsx'

interface ListEndProps {
  /** With its totals the end says how many rows are shown of how many. */
  list: PagedListState | CountedListState
  location: PageLocation
  /** Label of the button that loads more. */
  label: string
}

/** The link to more items at the end of a list, and to the previous page if the address names a later one. */
export function ListEnd({ list, location, label }: ListEndProps): ReactNode {
  const { t, href } = useApp()
  const { end, loadMore } = useFocusOnNew(list)
  const first = pageNumber(location)
  if (list.next === undefined && first === 1) return null
  const previous = first > 1 && (
    <LinkButton href={href(pagePath(location, first - 1))} rel="prev">
      {t('core.forum.discussion_list.previous_page_link')}
    </LinkButton>
  )
  if (list.next === undefined) return <div className="LoadMore">{previous}</div>
  return (
    <div ref={end}>
      <LoadMore
        label={label}
        href={href(pagePath(location, list.page + 1))}
        isLoading={list.loading === 'more'}
        onLoad={loadMore}
      >
        {'totals' in list && <ShownCount shown={shownRows(list, first)} total={list.rows} />}
        {previous}
      </LoadMore>
    </div>
  )
}

interface ShownCountProps {
  shown: number
  total: BoundedCount | undefined
}

/** Keeps its line while the total is unknown. */
function ShownCount({ shown, total }: ShownCountProps): ReactNode {
  const { t } = useApp()
  if (total === undefined) return <span className="LoadMore-shown" />
  const { count, hasMore } = total
  const key = hasMore ? 'core.forum.discussion_list.shown_more_text' : 'core.forum.discussion_list.shown_text'
  return <span className="LoadMore-shown">{t(key, { shown, total: count })}</span>
}

/** Loads more, and moves the focus to the first new item without scrolling. */
function useFocusOnNew(list: PagedListState) {
  const end = useRef<HTMLDivElement>(null)
  const pendingFocus = useRef<{ items: Element; count: number }>(undefined)
  const itemCount = list.ids.length
  useEffect(() => {
    const { items, count = itemCount } = pendingFocus.current ?? {}
    pendingFocus.current = undefined
    if (itemCount > count)
      items?.children[count]?.querySelector<HTMLElement>('h2 a')?.focus({ preventScroll: true })
  }, [itemCount])
  const loadMore = () => {
    const items = end.current?.previousElementSibling
    if (items) pendingFocus.current = { items, count: items.children.length }
    void list.loadMore()
  }
  return { end, loadMore }
}
