import { EmptyState, useApp, useForum } from '@parley/client'
import type { ReactNode } from 'react'

/** Replaces an empty list. */
export function NoFlags({ heading }: { heading: 'h2' | 'h3' }): ReactNode {
  const { t } = useApp()
  const { canViewFlags } = useForum()
  return (
    <EmptyState icon="flag" title={t('flags.forum.flagged_posts.empty_text')} heading={heading}>
      <p>{t(`flags.forum.flagged_posts.${canViewFlags ? 'empty_help' : 'own_empty_help'}`)}</p>
    </EmptyState>
  )
}
