import {
  type Context,
  dateTime,
  type Field,
  idOfNewRow,
  type JointChange,
  text,
  type UserRow,
} from '@parley/server'
import { wireDate } from '@parley/shared'
import { z } from 'zod'
import './table.ts'
import '../contract/server.ts'

const withoutZone = /^[^Tt ]+[Tt ][\d:.]+$/

/** A date, or a time, which is in UTC unless it says otherwise. An empty text is null. */
const end = z
  .preprocess((value) => {
    if (value === '') return null
    return typeof value === 'string' && withoutZone.test(value) ? `${value}Z` : value
  }, dateTime().nullable())
  .meta({ type: ['string', 'null'] })

/** As long as the source of a post. */
const note = text({ required: false, max: 65_535 })

const maySuspend = (user: UserRow, { actor }: Context) => actor.can('suspend', 'users', user)
const isTold = (user: UserRow, context: Context) => user.id === context.actor.id || maySuspend(user, context)

const ofAccounts = { accepts: ({ id }: UserRow) => id !== idOfNewRow }
// Without `suspendedUntil` the texts change nothing, and need no right.
const withSuspension = { ...ofAccounts, writable: () => true }

/** The suspension of a user. For those who may not see them the attributes are missing. */
export const suspensionFields: Record<string, Field<UserRow>> = {
  suspendedUntil: {
    ...ofAccounts,
    json: 'date?',
    get: endOf,
    visible: isTold,
    schema: end,
    takesNull: true,
    writable: 'suspend',
  },
  suspendReason: {
    ...withSuspension,
    column: 'suspend_reason',
    json: 'string?',
    visible: maySuspend,
    schema: note,
  },
  suspendMessage: {
    ...withSuspension,
    column: 'suspend_message',
    json: 'string?',
    visible: isTold,
    schema: note,
  },
}

/** The end with the texts about it: one change, which only the end makes. */
export const suspension: JointChange<UserRow> = {
  fields: Object.keys(suspensionFields),
  set({ suspendedUntil, suspendReason, suspendMessage }): Partial<UserRow> {
    if (suspendedUntil === undefined) return {}
    const isLifted = suspendedUntil === null
    return {
      suspended_until: suspendedUntil as string | null,
      suspend_reason: isLifted ? null : textOrNull(suspendReason),
      suspend_message: isLifted ? null : textOrNull(suspendMessage),
    }
  },
  changed: ({ row, before }, context) =>
    context.emit(row.suspended_until === null ? 'user.unsuspended' : 'user.suspended', {
      user: row,
      before,
    }),
}

function textOrNull(value: unknown): string | null {
  return (value as string | undefined) || null
}

/** The end of a suspension, as it is sent. */
export function endOf({ suspended_until: until }: UserRow): string | null {
  return until === null ? null : wireDate(until)
}
