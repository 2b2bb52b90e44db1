import type { StoreRecord } from '@parley/client'
import { indefiniteEnd, isIndefinite } from '../shared.ts'
import { endOf } from './suspension.ts'

type User = StoreRecord<'users'>

const day = 24 * 3600 * 1000
/** A century: longer ones are indefinite. */
export const maximumDays = 36_500

export type Status = 'none' | 'limited' | 'indefinite'

/** What the form begins with. */
export interface Choice {
  status: Status
  days: number
}

/** Returns the suspension of a user, in the terms of the form. A suspension that is over is none. */
export function choiceOf(user: User, now: Date): Choice {
  const end = endOf(user, now)
  if (end === undefined) return { status: 'none', days: 1 }
  if (isIndefinite(end)) return { status: 'indefinite', days: 1 }
  return { status: 'limited', days: 1 + Math.floor((Date.parse(end) - now.getTime()) / day) }
}

/** The end of a suspension that begins or goes on now; null for none. Unless the days change, a limited one keeps its end. */
export function endOfChoice({ status, days }: Choice, user: User, now: Date): string | null {
  if (status === 'none') return null
  if (status === 'indefinite') return indefiniteEnd
  const before = choiceOf(user, now)
  const end = endOf(user, now)
  if (end !== undefined && before.status === status && before.days === days) return end
  return new Date(now.getTime() + Math.min(Math.max(days, 0), maximumDays) * day).toISOString()
}
