import {
  deleteRow,
  memoryTableChanged,
  type Problem,
  problemOf,
  timestamp,
  translatorOf,
  tryAttributes,
  validationError,
  type WriteContext,
  writeAuditEntry,
} from '@parley/server'
import { mostPolicies, type PolicyRow } from '../tables.ts'
import { changedFields } from './audit.ts'
import { writtenFields } from './resource.ts'

const notPast = { rule: 'terms.api.past_time_message', ownKey: true } as const

type Columns = Pick<PolicyRow, (typeof writtenFields)[number]>

/** Takes the lock of all writes to policies until the transaction ends: they are counted and ordered. */
export function lockPolicies({ db, forum }: WriteContext): Promise<void> {
  return forum.database.dialect.lock(db, 'fof_terms_policies')
}

/** The policies as they are stored, in their order. The caller has taken their lock. */
export function storedPolicies({ db }: Pick<WriteContext, 'db'>): Promise<PolicyRow[]> {
  return db
    .selectFrom('fof_terms_policies')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy((eb) => eb.fn.coalesce('sort', eb.lit(1_000_000_000)))
    .orderBy('id')
    .execute()
}

/** Milliseconds by which the clock of an administrator may be ahead. */
const clockTolerance = 120_000

/** Reads what was sent of a policy. @throws 422 with all problems. */
function readColumns(
  attributes: Readonly<Record<string, unknown>>,
  context: WriteContext,
  required: readonly string[],
): Partial<Columns> {
  // Null is a value of some attributes; for a flag it is as if it were not sent.
  const sent = writtenFields.filter(
    (name) => attributes[name] !== undefined && (name !== 'optional' || attributes[name] !== null),
  )
  const { values, problems } = tryAttributes(context, 'fof-terms-policies', attributes, [
    ...new Set([...required, ...sent]),
  ])
  const columns = values as Partial<Columns>
  const { terms_updated_at: changed } = columns
  const ahead = typeof changed === 'string' ? Date.parse(changed) - context.now.getTime() : 0
  const isLate = ahead > clockTolerance
  // An administrator whose clock is a little ahead means now.
  if (ahead > 0 && !isLate) columns.terms_updated_at = timestamp(context)
  const translate = translatorOf(context)
  refuse([...problems, ...(isLate ? [problemOf(notPast, 'terms_updated_at', translate)] : [])])
  return columns
}

/** Stores a new policy behind all others. @throws 422 for wrong values, and for too many policies. */
export async function createPolicy(
  attributes: Readonly<Record<string, unknown>>,
  context: WriteContext,
): Promise<number> {
  await lockPolicies(context)
  const columns = readColumns(attributes, context, ['name'])
  const stored = await storedPolicies(context)
  if (stored.length >= mostPolicies) {
    const detail = translatorOf(context)('core.api.table_full_message', { maximum: mostPolicies })
    refuse([{ detail, pointer: '/data/attributes/name' }])
  }
  const now = timestamp(context)
  const row = await context.db
    .insertInto('fof_terms_policies')
    .values({
      ...{ url: null, update_message: null, terms_updated_at: null, additional_info: '{}', deleted_at: null },
      ...(columns as Columns),
      sort: Math.max(-1, ...stored.map(({ sort }) => sort ?? -1)) + 1,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await memoryTableChanged(context, 'fof_terms_policies')
  await writeAuditEntry(context, 'policy.created', { target: targetOf(row) })
  return row.id
}

/** Changes what was sent of a policy, which the caller has found under the lock. @throws 422 for wrong values. */
export async function changePolicy(
  before: PolicyRow,
  attributes: Readonly<Record<string, unknown>>,
  context: WriteContext,
): Promise<void> {
  const columns = readColumns(attributes, context, [])
  const changes = changedFields(before, { ...before, ...columns })
  if (Object.keys(changes).length === 0) return
  await context.db
    .updateTable('fof_terms_policies')
    .set({ ...columns, updated_at: timestamp(context) })
    .where('id', '=', before.id)
    .execute()
  await memoryTableChanged(context, 'fof_terms_policies')
  await writeAuditEntry(context, 'policy.changed', { target: targetOf(before), changes })
}

/** Deletes a policy that the caller has found under the lock. What members answered stays in their history. */
export async function deletePolicy(row: PolicyRow, context: WriteContext): Promise<void> {
  await deleteRow(context, 'fof-terms-policies', row.id)
  await memoryTableChanged(context, 'fof_terms_policies')
  await writeAuditEntry(context, 'policy.deleted', { target: targetOf(row) })
}

/** Stores the order of all policies. @throws 422 unless these are the ids of all. */
export async function orderPolicies(ids: readonly number[], context: WriteContext): Promise<void> {
  await lockPolicies(context)
  const stored = await storedPolicies(context)
  const sent = new Set(ids)
  if (sent.size !== ids.length || sent.size !== stored.length || stored.some(({ id }) => !sent.has(id)))
    refuse([problemOf('exists', 'sort', translatorOf(context))])
  for (const [sort, id] of ids.entries())
    await context.db.updateTable('fof_terms_policies').set({ sort }).where('id', '=', id).execute()
  await memoryTableChanged(context, 'fof_terms_policies')
  await writeAuditEntry(context, 'policies.ordered', {})
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw validationError({ problems })
}

function targetOf({ id, name }: PolicyRow) {
  return { id, name }
}
