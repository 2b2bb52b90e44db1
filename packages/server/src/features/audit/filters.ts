import { expressionBuilder } from 'kysely'
import { validationError } from '../../infrastructure/errors.ts'
import { problemOf } from '../../infrastructure/schema/problems.ts'
import { dateTime } from '../../infrastructure/schema/values.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { Filter } from '../../points/resources/filters.ts'
import { hasUsername } from '../users/find.ts'
import type { AuditOrigin } from './table.ts'

const time = dateTime()

/** The filters of the audit log; an index serves each of them in the order of the list. */
export const auditFilters: Record<string, Filter<'audit_entries'>> = {
  // An id or a username.
  actor: {
    value: 'text',
    where(eb, actor) {
      if (/^\d{1,15}$/.test(actor)) return eb('audit_entries.actor_id', '=', Number(actor))
      const named = eb.selectFrom('users').select('users.id').where(hasUsername(expressionBuilder(), actor))
      // For an id that it does not know, PostgreSQL expects as many entries as actors have on average, and would look
      // for a few among all. The range, which is the same id, makes it expect few: it then reads the index of actors.
      return eb.and(
        (['=', '>=', '<='] as const).map((operator) => eb('audit_entries.actor_id', operator, named)),
      )
    },
  },
  action: { value: 'text', where: (eb, action) => eb('audit_entries.action', '=', action) },
  // `users:12`.
  target: {
    value: 'text',
    where(eb, value, context) {
      const [, type, id] = /^([^:]+):(.+)$/s.exec(value) ?? []
      if (type === undefined || id === undefined) throw invalid('target', 'regex', context)
      return eb.and([eb('audit_entries.target_type', '=', type), eb('audit_entries.target_id', '=', id)])
    },
  },
  origin: {
    value: 'text',
    where: (eb, origin) => eb('audit_entries.origin', '=', origin as AuditOrigin),
  },
  since: {
    value: 'text',
    where: (eb, value, context) => eb('audit_entries.created_at', '>=', readTime('since', value, context)),
  },
  until: {
    value: 'text',
    where: (eb, value, context) => eb('audit_entries.created_at', '<', readTime('until', value, context)),
  },
}

/** Reads a date or time. @throws 422 for anything else. */
function readTime(name: string, value: string, context: Context): string {
  const parsed = time.safeParse(value)
  if (!parsed.success) throw invalid(name, 'date', context)
  return parsed.data
}

function invalid(name: string, rule: string, context: Context): Error {
  return validationError({ problems: [problemOf(rule, name, translatorOf(context))] })
}
