import { type Problem, validationError } from '../../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../../../points/context/context.ts'
import type { WriteInput } from '../../../points/resources/endpoints.ts'
import type { ResourceRows, Row } from '../../../points/resources/resource-rows.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { idOfNewRow } from '../../../points/resources/writes.ts'
import { resourceOf } from '../rows.ts'
import { type Change, type Columns, effectiveChanges } from './changes.ts'
import { type CheckedWrite, checkWrite } from './check-write.ts'
import { readWritten, watchRow } from './written-rows.ts'

type Rows = ResourceRows
type TypeName = keyof ResourceRows & string

/** What the owner of a resource has read for a new row. */
export interface OwnPart<R> {
  columns: Partial<R>
  /** The facts that the owner's `attach` will read. */
  facts?: Partial<R>
  /** The problems of its attributes. */
  problems?: readonly Problem[]
}

/** A new row that nothing refuses. */
export interface PlannedRow<Type extends TypeName> extends OwnPart<Rows[Type]> {
  readonly resource: Resource
  /** The row without its id, and without the columns that are decided last. */
  readonly row: Rows[Type]
  readonly checked: CheckedWrite
}

/**
 * Plans a new row: adds what extensions declare about the rest of the input to what the owner has read. Changes nothing,
 * so it may run before the transaction. @throws 403, or 422 with all problems: those of the owner, then those of
 * attributes, of relationships and of the write as a whole.
 */
export async function planRow<Type extends TypeName>(
  context: Context,
  type: Type,
  input: WriteInput,
  own: OwnPart<Rows[Type]>,
): Promise<PlannedRow<Type>> {
  const resource = resourceOf(context, type)
  const row = { ...own.columns, ...own.facts, id: idOfNewRow } as Rows[Type]
  await resource.attachOthers?.([row], context)
  const checked = await checkWrite(context, resource, {
    input,
    row,
    isNew: true,
    ...(resource.endpoints.create && { except: resource.endpoints.create.fields }),
    ...(own.problems && { problems: own.problems }),
  })
  return { ...own, resource, row, checked }
}

/** What the owner of a resource does to create a row. */
export interface CreationSteps<R> extends Partial<Pick<OwnPart<R>, 'columns' | 'facts'>> {
  /** Inserts the row; by default into the table of the resource. Returns its columns. */
  insert?(columns: Partial<R>): Promise<object>
  /** Stores what belongs to the row, such as counters, when its relationships are stored and its privacy is decided. */
  count?(row: R): Promise<void>
  /** Emits the events of the complete row. */
  emit?(row: R): Promise<void>
}

/**
 * Creates a planned row: decides its columns, inserts it, stores its relationships, counts it, and then emits its events. The
 * steps add columns and facts that are known only in the transaction. @throws 422 for what only a transaction can refuse, such as a taken name.
 */
export async function createRow<Type extends TypeName>(
  context: WriteContext,
  { resource, row: planned, checked, ...own }: PlannedRow<Type>,
  steps: CreationSteps<Rows[Type]> = {},
): Promise<Rows[Type]> {
  const type = resource.type as Type
  const columns = { ...own.columns, ...steps.columns }
  const facts = { ...own.facts, ...steps.facts }
  const decided = await decideColumns(context, { ...planned, ...columns, ...facts }, { resource, checked })
  const insert = steps.insert ?? ((all) => insertRow(context, resource, all))
  const inserted = await insert({ ...columns, ...decided.columns })
  let row = watchRow(context, resource, { ...facts, ...inserted } as Rows[Type])
  for (const { write, targets } of checked.relations) await write.set(targets, row, context)
  if (checked.relations.length > 0) row = await readWritten(context, type, row)
  else await resource.attachOthers?.([row], context)
  await decidePrivacy(context, resource, row)
  await steps.count?.(row)
  if (steps.count) row = await readWritten(context, type, row)
  const changes = decided.changes.filter(({ isEmpty }) => !isEmpty)
  for (const change of changes) await change.changed({ row, before: planned }, context)
  if (changes.length > 0) row = await readWritten(context, type, row)
  await steps.emit?.(row)
  return row
}

/** Checks under the locks of the transaction what the plan could not, and decides the columns of extensions. */
async function decideColumns(
  context: WriteContext,
  row: Row,
  { resource, checked: { changes, write } }: Pick<PlannedRow<TypeName>, 'resource' | 'checked'>,
): Promise<{ columns: Columns; changes: readonly Change[] }> {
  const problems: Problem[] = []
  for (const change of changes) problems.push(...(await change.check(row, context)))
  if (problems.length > 0) throw validationError({ problems })
  const effective = await effectiveChanges(context, row, changes)
  const complete = { ...row, ...effective.columns }
  const initial: Record<string, unknown> = {}
  for (const [column, decide] of resource.writes.initial) {
    initial[column] = await decide({ ...write, row: complete }, context)
  }
  return { columns: { ...effective.columns, ...initial }, changes: effective.changes }
}

function insertRow({ db }: WriteContext, { table }: Resource, columns: object): Promise<object> {
  return db
    .insertInto(table as 'users')
    .values(columns as never)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Marks a row as private if an extension makes it so, before it is counted. */
async function decidePrivacy(context: WriteContext, resource: Resource, row: Row): Promise<void> {
  const { type, table, hasPrivateRows } = resource
  if (!hasPrivateRows || !(await context.forum.points.privacy.isPrivate(type as 'posts', row, context)))
    return
  Object.assign(row, { is_private: true })
  await context.db
    .updateTable(table as 'posts')
    .set({ is_private: true })
    .where('id', '=', row.id)
    .execute()
}
