import type { z } from 'zod'
import type { Problem } from '../../infrastructure/errors.ts'
import { jsonSchemaFault } from '../../infrastructure/schema/json-schema.ts'
import type { Context, WriteContext } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { type Json, jsonFault } from './described.ts'
import type { Row } from './resource-rows.ts'

/**
 * One attribute of a resource: its source, its visibility, who may write it, and the effects of a change.
 * `column`, `get` or `load` reads it, or it is write-only; it is writable if it has a `schema`.
 */
export interface Field<R extends Row = Row, Value = unknown> {
  /** The smallest form of the resource that shows it; 'full' by default. */
  form?: string
  /** The column with the value as it is sent. */
  column?: keyof R & string
  get?(row: R, context: Context): unknown
  /** Its JSON type in answers, for the OpenAPI document. */
  json?: Json
  /**
   * The columns that `get` and `visible` read. If all fields of the smallest form declare this, its rows are read with these
   * columns only, otherwise with all columns.
   */
  reads?: readonly (keyof R & string)[]
  /** Returns values by row id, for all rows of a form at once; a missing row does not show the field. */
  load?(rows: readonly R[], context: Context, form: string): Promise<ReadonlyMap<number, unknown>>
  /**
   * The values of `load` are made of the resource's `longTexts`: for rows that were read without these texts, `load` is
   * called for one row at a time while the answer is written.
   */
  isLong?: true
  /** For a long field: returns a short replacement of a value, for pages that show other content. */
  excerpt?(value: unknown): unknown
  /** Whether the field is shown in the given form; true by default. */
  visible?(row: R, context: Context, form: string): boolean
  /** It is left out where an administrator views the forum as another: an address, a preference. */
  isPersonal?: true
  /** The schema of written values; refused values are 422 on the attribute. */
  schema?: z.ZodType<Value>
  /** Null is a value that can be written. Of other fields null counts as absent, and changes nothing. */
  takesNull?: true
  /** Database-style name in error pointers and messages; the attribute's own name by default. */
  errorName?: string
  /**
   * The ability on the row that writing requires, or a check that throws or returns false for 403.
   * Checked whenever the attribute is sent, even unchanged.
   */
  writable?: string | ((row: R, value: unknown, context: Context) => boolean | Promise<boolean>)
  /** Whether the field can be written on a row; otherwise it is ignored. True by default. */
  accepts?(row: R): boolean
  /**
   * A change may send the value that its editor began from (`data.meta.from`): 409 with the current value if another
   * has changed it since. A function returns how the value that was sent would be shown now, where names in a text
   * change without an edit.
   */
  refusesConflicts?: true | ((from: unknown, row: R, context: Context) => unknown)
  /** Returns the current value, to detect a change; the `column` by default. */
  current?(row: R): unknown
  /** Returns the problems of a changed value that its schema cannot detect, for example that it is not unique. */
  check?(value: Value, row: R, context: WriteContext): Promise<readonly Problem[]>
  /** Returns the columns to store for a changed value; the `column` by default. A new row is inserted with them. */
  set?(value: Value, row: R, context: WriteContext): Partial<R> | Promise<Partial<R>>
  /**
   * Called after a change, in the same transaction, with the row before and after it; of a new row when it is counted,
   * unless the value is empty (false, 0, '' or null).
   */
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
      return `unknown form '${field.form}'; the forms are ${forms.join(', ')}`
    if (readers > 1 && !(readers === 2 && field.column && field.get)) return 'is read in more than one way'
    if (readers === 0 && !field.schema) return 'is neither read nor written'
    if (field.writable && !field.schema) return 'is writable but has no schema'
    if (field.refusesConflicts && !(field.schema && readers > 0))
      return 'refuses conflicts, but is not both read and written'
    if (field.takesNull && !field.schema?.safeParse(null).success)
      return 'takes null, but has no schema that does'
    if ((field.isLong || field.excerpt) && !(field.isLong && field.load)) return 'is long but has no load'
    return jsonFault(field.json, readers > 0) ?? (field.schema && jsonSchemaFault(field.schema))
  })
}
