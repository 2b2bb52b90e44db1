import type { WriteContext } from '../../../points/context/context.ts'
import type { WriteInput } from '../../../points/resources/endpoints.ts'
import type { ResourceRows, Row } from '../../../points/resources/resource-rows.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { type Columns, effectiveChanges } from './changes.ts'
import { checkWrite } from './check-write.ts'
import { readWritten } from './written-rows.ts'

/**
 * Applies the writable attributes and relationships of a request to a row that the caller has locked: checks all of them,
 * updates the row once, stores the relationships, and then calls `changed` of the fields. @returns the current row.
 * @throws 403, 422 and 409, as `checkWrite` does.
 */
export async function applyChanges(
  context: WriteContext,
  resource: Resource,
  row: Row,
  {
    attributes,
    relationships = {},
    meta = {},
    from = {},
  }: Pick<WriteInput, 'attributes'> & Partial<WriteInput>,
): Promise<Row> {
  const type = resource.type as keyof ResourceRows
  const { changes, relations } = await checkWrite(context, resource, {
    input: { attributes, relationships, meta, from },
    row,
    isNew: false,
    check: (change) => change.check(row, context),
  })
  if (changes.length === 0 && relations.length === 0) return row
  const effective = await effectiveChanges(context, row, changes)
  let after = await updateRow(context, resource, row, effective.columns)
  for (const { write, targets } of relations) await write.set(targets, after, context)
  const hasNewColumns = after !== row
  // The fields see the new relationships, too.
  if (relations.length > 0 && effective.changes.length > 0)
    after = await readWritten(context, type, after as never)
  for (const change of effective.changes) await change.changed({ row: after, before: row }, context)
  if (hasNewColumns || relations.length > 0)
    await context.emit('resource.changed', {
      type,
      id: row.id,
      ...(hasNewColumns && { change: { before: row, after } }),
    })
  return readWritten(context, type, after as never)
}

async function updateRow(
  { db }: WriteContext,
  { table }: Resource,
  row: Row,
  columns: Columns,
): Promise<Row> {
  if (Object.keys(columns).length === 0) return row
  await db
    .updateTable(table as 'users')
    .set(columns)
    .where('id', '=', row.id)
    .execute()
  return { ...row, ...columns }
}
