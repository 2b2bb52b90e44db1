import type { Selectable } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/**
 * The values of the tables in memory, by name. Extensions add theirs:
 * `declare module '…' { interface MemoryTableValues { tags: ReadonlyMap<number, TagRow> } }`.
 */
export interface MemoryTableValues extends Record<never, never> {}

/** The tables in memory. */
export interface TablesInMemory {
  /** Returns the value of a table. */
  get<Name extends keyof MemoryTableValues>(name: Name): MemoryTableValues[Name]
  /** A digest of the rows of each table. */
  readonly digests: readonly string[]
}

type Shaped<Table extends keyof Tables, Value> = {
  table: Table
  /** The columns that rows have in memory; all by default. Leave out what changes without `memoryTableChanged`: counters. */
  columns?: readonly (keyof Tables[Table] & string)[]
  /** The number of rows that it may have, up to 10,000: each process holds all of them. */
  maximum: number
  /** Makes the value from all rows, in the order of their ids. It is shared by all requests, so never change it. */
  shape(rows: readonly Selectable<Tables[Table]>[]): Value
}

/**
 * A small table that every process keeps in memory, so that policies, scopes, markup and fields read it synchronously. It is
 * loaded with the settings and permissions; transactions that change it call `memoryTableChanged`.
 */
export type MemoryTable<Value = unknown> = { [Table in keyof Tables]: Shaped<Table, Value> }[keyof Tables]

export type MemoryTableDeclarations = {
  readonly [Name in keyof MemoryTableValues]?: MemoryTable<MemoryTableValues[Name]>
}

type AnyTable = Shaped<'users', unknown>

const highestMaximum = 10_000

/** Checks and combines the tables of all extensions. */
export function combineMemoryTables(
  declared: readonly Declared<MemoryTableDeclarations | undefined>[],
): Map<string, Owned<AnyTable>> {
  return mergeRecords(
    'memoryTables',
    declared as readonly Declared<Readonly<Record<string, AnyTable>> | undefined>[],
    ({ columns, maximum, shape }) => {
      if (columns?.length === 0) return 'has no columns'
      if (!Number.isInteger(maximum) || maximum < 1 || maximum > highestMaximum)
        return `may have from 1 to ${highestMaximum} rows, not ${maximum}`
      return typeof shape === 'function' ? undefined : 'has no shape'
    },
  )
}

declare module '../extension.ts' {
  interface Extension {
    /** Small tables that every process keeps in memory, by name. */
    memoryTables?: MemoryTableDeclarations
  }
}

declare module '../extension-point.ts' {
  interface Points {
    memoryTables: ReadonlyMap<string, Owned<AnyTable>>
  }
}

/** Tables in memory. */
export const memoryTablesPoint = definePoint('memoryTables', {
  sections: ['memoryTables'],
  combine: ({ memoryTables }) => combineMemoryTables(memoryTables),
})
