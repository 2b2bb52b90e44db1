import type { Problem } from '../../../infrastructure/errors.ts'
import type { WriteContext } from '../../../points/context/context.ts'
import type { Field } from '../../../points/resources/fields.ts'
import type { Row } from '../../../points/resources/resource-rows.ts'
import type { JointChange } from '../../../points/resources/writes.ts'

/** What changes columns of a row: the value of a field, or those of several fields that are written together. */
export interface Change {
  /** Whether it only writes empty values. A new row has those without having changed. */
  readonly isEmpty: boolean
  /** Returns what the schemas of the values cannot detect. */
  check(row: Row, context: WriteContext): Promise<readonly Problem[]>
  /** Returns the columns to store; undefined if the row has these values already. */
  columns(row: Row, context: WriteContext): Promise<Columns | undefined>
  changed(rows: { row: Row; before: Row }, context: WriteContext): Promise<void>
}

export type Columns = Readonly<Record<string, unknown>>

/** The change by one field. */
export function changeOf(field: Field, value: unknown): Change {
  return {
    isEmpty: !value,
    check: async (row, context) => (await field.check?.(value, row, context)) ?? [],
    async columns(row, context) {
      if (field.set) return (await field.set(value, row, context)) as Columns
      return field.column ? { [field.column]: value } : {}
    },
    changed: async (rows, context) => field.changed?.({ ...rows, value }, context),
  }
}

/** The change by several fields, with the values that were sent. `followed` has those of fields that bring it about. */
export function jointChangeOf(
  joint: JointChange,
  sent: readonly { name: string; field: Field; value: unknown }[],
  followed: Readonly<Record<string, unknown>>,
): Change {
  const values = { ...followed, ...Object.fromEntries(sent.map(({ name, value }) => [name, value])) }
  return {
    isEmpty: Object.values(values).every((value) => !value),
    async check(row, context) {
      const problems: Problem[] = []
      for (const { field, value } of sent)
        problems.push(...((await field.check?.(value, row, context)) ?? []))
      return problems
    },
    async columns(row, context) {
      const columns = (await joint.set(values, row, context)) as Columns
      return Object.entries(columns).some(([name, value]) => columnOf(row, name) !== value)
        ? columns
        : undefined
    },
    changed: async (rows, context) => joint.changed?.({ ...rows, values }, context),
  }
}

/** Whether a value changes a row. */
export function isChange(field: Field, row: Row, value: unknown): boolean {
  if (field.current) return field.current(row) !== value
  return field.column === undefined || columnOf(row, field.column) !== value
}

/** The value of a column; undefined of a new row if nothing has decided it. */
export function columnOf(row: Row, column: string): unknown {
  return (row as unknown as Columns)[column]
}

/** Asks changes for the columns to store. @returns the columns, and the changes that have some. */
export async function effectiveChanges(
  context: WriteContext,
  row: Row,
  changes: readonly Change[],
): Promise<{ columns: Columns; changes: readonly Change[] }> {
  const columns: Record<string, unknown> = {}
  const effective: Change[] = []
  for (const change of changes) {
    const stored = await change.columns(row, context)
    if (!stored) continue
    Object.assign(columns, stored)
    effective.push(change)
  }
  return { columns, changes: effective }
}
