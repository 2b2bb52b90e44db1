import type { ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import type { PageLocation } from '../router/route.ts'
import { pageNumber, pagePath } from '../store/paged-list.ts'
import type { PagedListState } from '../store/use-paged-list.ts'
import { LinkButton } from './Button.tsx'
import { LoadMore } from './Feedback.tsx'

interface ListEndProps {
  list: PagedListState
  location: PageLocation
  /** Of the button that loads what follows. */
  label: string
}

/** The way on at the end of a list, and back where the address began in its middle. */
export function ListEnd({ list, location, label }: ListEndProps): ReactNode {
  const { t, href } = useApp()
  const first = pageNumber(location)
  if (list.next === undefined && first === 1) return null
  const previous = first > 1 && (
    <LinkButton href={href(pagePath(location, first - 1))} rel="prev">
      {t('core.forum.discussion_list.previous_page_link')}
    </LinkButton>
  )
  if (list.next === undefined) return <div className="LoadMore">{previous}</div>
  return (
    <LoadMore
      label={label}
      href={href(pagePath(location, list.page + 1))}
      isLoading={list.loading === 'more'}
      onLoad={() => void list.loadMore()}
    >
      {previous}
    </LoadMore>
  )
}
