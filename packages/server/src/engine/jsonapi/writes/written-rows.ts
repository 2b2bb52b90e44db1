import { transactionOf } from '../../../infrastructure/db/transaction.ts'
import type { Context, WriteContext } from '../../../points/context/context.ts'
import type { ResourceRows, Row } from '../../../points/resources/resource-rows.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { currentRow, resourceOf } from '../rows.ts'

const isOutdated = new WeakMap<Row, () => boolean>()

/** Notes that this transaction has just read or inserted a row: `rowAfter` reads it again if its table changes later. */
export function watchRow<R extends Row>({ db }: WriteContext, { table }: Resource, row: R): R {
  const { changes } = transactionOf(db)
  const seen = changes.length
  isOutdated.set(row, () =>
    changes.slice(seen).some((change) => change.table === undefined || change.table === table),
  )
  return row
}

/** Reads the current state of a row that the transaction has written; the given one if it is deleted since. */
export async function readWritten<Type extends keyof ResourceRows & string>(
  context: WriteContext,
  type: Type,
  row: ResourceRows[Type],
): Promise<ResourceRows[Type]> {
  return watchRow(context, resourceOf(context, type), (await currentRow(context, type, row.id)) ?? row)
}

/** Returns a row as its transaction left it, for the answer; the given one if it is deleted since. */
export async function rowAfter(context: Context, { type }: Resource, row: Row): Promise<Row> {
  if (!isOutdated.get(row)?.()) return row
  return (await currentRow(context, type as keyof ResourceRows, row.id)) ?? row
}
