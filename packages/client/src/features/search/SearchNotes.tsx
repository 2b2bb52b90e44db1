import { formatNumber } from '@parley/shared/i18n'
import { isLongEnough, shortestSearch } from '@parley/shared/search-text'
import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Loading, Skeleton, VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import type { QuickResults } from './load-results.ts'
import type { QuickState } from './suggestions/quick-search.ts'

interface SearchNotesProps {
  text: string
  state: QuickState<QuickResults>
  /** Whether the panel suggests gambits. */
  hasGambits: boolean
  onRetry: () => void
}

/** The status below the suggestions: the text is too short, results load, loading failed, or nothing was found. */
export function SearchNotes({ text, state, hasGambits, onRetry }: SearchNotesProps): ReactNode {
  const { t } = useApp()
  const { results, isLoading, hasFailed } = state
  const typed = text.trim()
  if (typed === '') return null
  if (!isLongEnough(typed)) {
    return hasGambits ? null : (
      <p className="Search-note" role="status">
        {t('core.forum.search.too_short_text', { count: shortestSearch })}
      </p>
    )
  }
  if (hasFailed) {
    return (
      <div className="Search-note" role="status">
        <p>{t('core.forum.search.failed_text')}</p>
        <Button variant="outline" isSmall onClick={onRetry}>
          {t('core.forum.page_error.retry_button')}
        </Button>
      </div>
    )
  }
  if (results === undefined) return isLoading ? <LoadingOptions /> : null
  return (
    <div role="status">
      <ResultCount results={results} text={state.text} />
    </div>
  )
}

/** The number of results for screen readers; visible only if nothing was found. */
function ResultCount({ results, text }: { results: QuickResults; text: string }): ReactNode {
  const { t, translator } = useApp()
  const discussions = results.discussions.length
  const users = results.userIds.length
  if (discussions + users + results.sections.length === 0) {
    return <p className="Search-note">{t('core.forum.search.empty_text', { query: text })}</p>
  }
  const inSections = results.sections.map(
    ({ section, items }) => `${t(section.label)}: ${formatNumber(items.length, translator)}`,
  )
  const counts = [t('core.forum.search.found_text', { discussions, users }), ...inSections]
  return <VisuallyHidden>{counts.join('. ')}</VisuallyHidden>
}

function LoadingOptions(): ReactNode {
  return (
    <Loading>
      <div className="Search-loading" aria-hidden="true">
        {['70%', '55%', '62%'].map((width) => (
          <div key={width}>
            <Skeleton width={width} />
            <Skeleton width="90%" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
