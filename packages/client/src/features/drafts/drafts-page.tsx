import { type ReactNode, useRef } from 'react'
import { useApp } from '../../points/app-context.ts'
import { definePage } from '../../points/routes.ts'
import { EmptyState, Loading, Skeleton } from '../../ui/feedback/Feedback.tsx'
import { IndexColumns } from '../discussions/index-page/IndexPage.tsx'
import { DraftRow } from './DraftRow.tsx'
import { type DraftEntry, useDraftList } from './use-draft-list.ts'

/** The texts of this account in this browser that are not sent: waiting ones, and drafts. */
function DraftsPage(): ReactNode {
  const { t } = useApp()
  const entries = useDraftList()
  const outgoing = entries?.filter(({ isOutgoing }) => isOutgoing) ?? []
  const drafts = entries?.filter(({ isOutgoing }) => !isOutgoing) ?? []
  return (
    <IndexColumns>
      <div className="Page-header">
        <h1 tabIndex={-1}>{t('core.forum.drafts.title')}</h1>
        <p className="Small">{t('core.forum.drafts.help_text')}</p>
      </div>
      {entries === undefined && <DraftsSkeleton />}
      {outgoing.length > 0 && (
        <>
          <h2 className="DraftList-heading">{t('core.forum.drafts.outbox_heading')}</h2>
          <DraftRows entries={outgoing} label={t('core.forum.drafts.outbox_heading')} heading="h3" />
          {drafts.length > 0 && <h2 className="DraftList-heading">{t('core.forum.drafts.title')}</h2>}
        </>
      )}
      <DraftRows
        entries={drafts}
        label={t('core.forum.drafts.title')}
        heading={outgoing.length > 0 ? 'h3' : 'h2'}
      />
      {entries?.length === 0 && (
        <EmptyState icon="edit" title={t('core.forum.drafts.empty_title')}>
          <p>{t('core.forum.drafts.empty_text')}</p>
        </EmptyState>
      )}
    </IndexColumns>
  )
}

interface DraftRowsProps {
  entries: readonly DraftEntry[]
  /** Name of the list. */
  label: string
  /** Element of the titles. */
  heading: 'h2' | 'h3'
}

function DraftRows({ entries, label, heading }: DraftRowsProps): ReactNode {
  const list = useRef<HTMLUListElement>(null)
  // The focus was on the button of the row that is gone.
  const handleDeleted = (index: number) => {
    const rows = list.current?.querySelectorAll<HTMLElement>('.DraftRow-open')
    const next = rows?.[index + 1] ?? rows?.[index - 1]
    const heading = document.querySelector<HTMLElement>('main h1')
    ;(next ?? heading)?.focus()
  }
  if (entries.length === 0) return null
  return (
    <ul ref={list} aria-label={label}>
      {entries.map((entry, index) => (
        <DraftRow key={entry.key} entry={entry} heading={heading} onDeleted={() => handleDeleted(index)} />
      ))}
    </ul>
  )
}

function DraftsSkeleton(): ReactNode {
  return (
    <Loading>
      {[12, 18, 9].map((width) => (
        <div className="DraftRow" key={width}>
          <Skeleton width={`${width}rem`} />
          <Skeleton />
        </div>
      ))}
    </Loading>
  )
}

export default definePage({
  Component: DraftsPage,
  head: (_, { t }) => ({ title: t('core.forum.drafts.title') }),
  backTo: '/',
})
