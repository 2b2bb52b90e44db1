import { type Expression, expressionBuilder, sql } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import type { Condition } from '../../points/access/conditions.ts'
import type { Asked } from '../../points/access/policies.ts'
import type { Actor } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'

const eb = expressionBuilder<Tables, 'discussions' | 'posts'>()

/** Whether the actor wrote a discussion or post. */
export function isOwn(actor: Actor, { user_id }: { user_id: number | null }): boolean {
  return !actor.isGuest && user_id === actor.id
}

/** As `isOwn`, for the rows of a table; no rows where only those of others are asked for. */
export function ownRows(
  { actor }: Context,
  table: 'discussions' | 'posts',
  { ofOthers }: Partial<Asked> = {},
): Condition {
  return !actor.isGuest && !ofOthers && eb(`${table}.user_id`, '=', actor.id)
}

/** The facts that a time window depends on. */
interface WindowFacts {
  /** ISO 8601. */
  since: string
  now: Date
  /** Whether the object has no reply yet; each caller defines what a reply is. */
  isUnanswered: boolean
}

const minuteMs = 60_000

/**
 * Whether the time window of a setting is still open: `-1` is always open, `0` never, `reply` until the first reply,
 * and a number for that many whole minutes.
 */
export function isWindowOpen(setting: string, facts: WindowFacts): boolean {
  if (setting === '-1') return true
  if (setting === 'reply') return facts.isUnanswered
  const minutes = Math.floor((facts.now.getTime() - Date.parse(facts.since)) / minuteMs)
  return minutes < Number(setting)
}

/** As `isWindowOpen`, for the rows of a query. */
export function rowsInWindow(
  setting: string,
  { since, now, isUnanswered }: { since: Expression<string>; now: Date; isUnanswered: Condition },
): Condition {
  if (setting === '-1') return true
  if (setting === 'reply') return isUnanswered
  const start = new Date(now.getTime() - Number(setting) * minuteMs).toISOString()
  return sql<boolean>`${since} > ${start}`
}
