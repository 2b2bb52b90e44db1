import { Badge, type UserProps, useApp, useObservable } from '@parley/client'
import type { ReactNode } from 'react'
import { isIndefinite } from '../shared.ts'
import { endInWords, endOf } from './suspension.ts'

/** Marks a suspended user, for those who may know of it: the user and those who may suspend. */
export function SuspendedBadge({ user }: UserProps): ReactNode {
  const { clock } = useApp()
  const label = useObservable(clock, ({ now, translator }) => {
    const end = endOf(user, now)
    if (end === undefined) return undefined
    return isIndefinite(end)
      ? translator.t('suspend.forum.user_badge.suspended_indefinitely_tooltip')
      : translator.t('suspend.forum.user_badge.suspended_tooltip', { until: endInWords(end, translator) })
  })
  return label && <Badge type="suspended" icon="ban" label={label} />
}
