import type { z } from 'zod'
import type { Problem } from '../../infrastructure/errors.ts'
import { jsonSchemaFault } from '../../infrastructure/schema/json-schema.ts'
import type { Context, WriteContext } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { type Json, jsonFault } from './described.ts'
import type { Row } from './resource-rows.ts'

/**
 * One attribute of a resource: where it comes from, who sees it, who writes it, what follows from a change.
 * It is read by one of `column`, `get` or `load`, or is write-only; it is written if it has a `schema`.
 */
export interface Field<R extends Row = Row, Value = unknown> {
  /** The barest form of the resource that shows it; 'full' unless said otherwise. */
  form?: string
  /** Column that holds the value as it is sent. */
  column?: keyof R & string
  get?(row: R, context: Context): unknown
  /** What it is in answers, for the description of the API. */
  json?: Json
  /**
   * Columns that `get` and `visible` read. Rows in a resource's barest form come with nothing else if all fields of
   * that form say this, and complete otherwise.
   */
  reads?: readonly (keyof R & string)[]
  /** Values by row id, for all rows of a form at once; a row that is missing does not show the field. */
  load?(rows: readonly R[], context: Context, form: string): Promise<ReadonlyMap<number, unknown>>
  /**
   * The values `load` gives are made of the resource's `longTexts`: for rows that were read without these it is called
   * when the answer is written, for one row at a time.
   */
  isLong?: true
  /** Of such a field: what stands for a value where there is no room for it, on pages that show other things. */
  excerpt?(value: unknown): unknown
  /** Whether the field is shown at all, in the given form; always, unless said otherwise. */
  visible?(row: R, context: Context, form: string): boolean
  /** What may be written; refused values are 422 on the attribute. */
  schema?: z.ZodType<Value>
  /** Database-style name in error pointers and messages; the attribute's own name unless said otherwise. */
  errorName?: string
  /**
   * Who may write it: an ability on the row, or a check that throws or returns false for 403.
   * Asked whenever the attribute is sent, even unchanged.
   */
  writable?: string | ((row: R, value: unknown, context: WriteContext) => boolean | Promise<boolean>)
  /** Rows it can be written on; on others it is ignored when it is sent. On all, unless said otherwise. */
  accepts?(row: R): boolean
  /** What the value is now, to tell a change from a repetition; the `column` unless said otherwise. */
  current?(row: R): unknown
  /** What is wrong with a changed value that its schema cannot see: somebody else has it, for example. */
  check?(value: Value, row: R, context: WriteContext): Promise<readonly Problem[]>
  /** Columns to store for a changed value; `column` unless said otherwise. */
  set?(value: Value, row: R, context: WriteContext): Partial<R> | Promise<Partial<R>>
  /** Follows a change, in the same transaction, with the row as it is now and as it was. */
  changed?(change: FieldChange<R, Value>, context: WriteContext): Promise<void>
}

export interface FieldChange<R, Value> {
  row: R
  before: R
  value: Value
}

/** Checks and combines the fields of one resource type. */
export function combineFields(
  type: string,
  forms: readonly string[],
  declared: readonly Declared<Readonly<Record<string, Field>> | undefined>[],
): Map<string, Owned<Field>> {
  const point = `resources › ${type} › fields`
  return mergeRecords(point, declared, (field) => {
    const readers = [field.column, field.get, field.load].filter(Boolean).length
    if (field.form && !forms.includes(field.form))
      return `unknown form '${field.form}', known are ${forms.join(', ')}`
    if (readers > 1 && !(readers === 2 && field.column && field.get)) return 'is read in more than one way'
    if (readers === 0 && !field.schema) return 'is neither read nor written'
    if (field.writable && !field.schema) return 'is writable but has no schema'
    if ((field.isLong || field.excerpt) && !(field.isLong && field.load)) return 'is long but has no load'
    return jsonFault(field.json, readers > 0) ?? (field.schema && jsonSchemaFault(field.schema))
  })
}
