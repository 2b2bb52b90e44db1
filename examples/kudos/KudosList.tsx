import { Time, useApp } from '@parley/client'
import type { ReactNode } from 'react'
import type { Kudos } from './shared.ts'

/** Kudos, or that there are none. */
export function KudosList({ kudos }: { kudos: readonly Kudos[] }): ReactNode {
  const { t } = useApp()
  if (kudos.length === 0) return <p className="Muted">{t('kudos.admin.empty_text')}</p>
  return (
    <ul className="KudosList">
      {kudos.map(({ id, username, reason, createdAt }) => (
        <li key={id}>
          {t('kudos.admin.item_text', { username, reason })} <Time value={createdAt} />
        </li>
      ))}
    </ul>
  )
}
