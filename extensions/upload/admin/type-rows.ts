import { type Template, templates } from '../shared.ts'

/** A row of the table of types, as it is edited. */
export interface TypeRow {
  /** A regular expression. */
  pattern: string
  adapter: string
  template: Template
}

/** Why the pattern of a row cannot stay. */
export type RowFault = 'empty' | 'invalid' | 'repeated'

/**
 * Reads the text of the setting: an object of rules by their patterns. While a row has a fault it is a list of rows, which
 * the server refuses: an object could not have a pattern twice.
 * @returns undefined for a text that is neither.
 */
export function rowsOf(text: string): TypeRow[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) return undefined
    if (Array.isArray(parsed)) return parsed.map((row: Partial<TypeRow>) => rowOf(row.pattern ?? '', row))
    return Object.entries(parsed).map(([pattern, rule]) => rowOf(pattern, rule))
  } catch {
    return undefined
  }
}

/** Older forums stored the adapter alone. */
function rowOf(pattern: string, rule: unknown): TypeRow {
  const { adapter, template } = (typeof rule === 'string' ? { adapter: rule } : rule) as Partial<TypeRow>
  return {
    pattern,
    adapter: String(adapter ?? ''),
    template: templates.find((known) => known === template) ?? 'file',
  }
}

/** The text of the setting for rows. */
export function textOfRows(rows: readonly TypeRow[]): string {
  if (faultsOf(rows).some((fault) => fault !== undefined)) return JSON.stringify(rows)
  return JSON.stringify(
    Object.fromEntries(rows.map(({ pattern, adapter, template }) => [pattern, { adapter, template }])),
  )
}

/** What is wrong with each row; undefined for a good one. */
export function faultsOf(rows: readonly TypeRow[]): (RowFault | undefined)[] {
  return rows.map(({ pattern }, index) => {
    if (pattern === '') return 'empty'
    if (rows.findIndex((row) => row.pattern === pattern) < index) return 'repeated'
    return isPattern(pattern) ? undefined : 'invalid'
  })
}

/** Digits alone would come first in an object. */
const digits = /^\d+$/

/** As the server compiles it: with Unicode rules, else with the older ones. */
function isPattern(pattern: string): boolean {
  if (digits.test(pattern)) return false
  return ['u', ''].some((flags) => {
    try {
      return Boolean(new RegExp(pattern, flags))
    } catch {
      return false
    }
  })
}

/** The rows with one at another place. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const others = rows.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...rows.slice(from, from + 1), ...others.slice(to)]
}
