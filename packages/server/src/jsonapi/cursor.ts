import { invalidParameter } from '../errors.ts'

/** Values of the sort columns of a page's last row, and its id. */
export type CursorValues = readonly (string | number | null)[]

/** An opaque cursor behind a row. */
export function writeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Reads a cursor with `length` values; 400 when it is none of ours. */
export function readCursor(cursor: string, length: number): CursorValues {
  let values: unknown
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw invalidParameter()
  }
  if (!Array.isArray(values) || values.length !== length || !values.every(isValue)) throw invalidParameter()
  return values
}

function isValue(value: unknown): value is string | number | null {
  return value === null || typeof value === 'string' || typeof value === 'number'
}
