import { type Expression, type SqlBool, sql } from 'kysely'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { WriteContext } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceType } from './resource-rows.ts'

/** The position of a settling step: two numbers that only grow, compared as a pair. */
export type DeletionCursor = readonly [number, number]

/** A row that is marked as deleted, and the position of the step. */
export interface DeletionStepWork {
  type: ResourceType
  id: number
  /** The cursor that the previous call returned; `[0, 0]` at the beginning. */
  after: DeletionCursor
}

/**
 * Corrects counters that include a deleted row, in its own transaction: at most a few hundred rows. Returns the new
 * cursor, which is stored in the same transaction, or undefined at the end.
 */
export type DeletionStep = (
  context: WriteContext,
  work: DeletionStepWork,
) => Promise<DeletionCursor | undefined>

/** Deleted rows of one type, and how many dependent rows a call may remove. */
export interface PurgeWork {
  type: ResourceType
  ids: readonly number[]
  limit: number
}

/**
 * Removes up to `limit` rows that belong to deleted rows, in its own transaction. Returns their number, 0 at the end.
 * `purgeRows` and `clearColumn` make the usual ones.
 */
export type Purge = (context: WriteContext, work: PurgeWork) => Promise<number>

/** What follows from the deletion of a row. */
export interface Deletion {
  /** Steps that must finish before the deletion is answered, by name. Each runs once to its end, in this order. */
  settle?: Readonly<Record<string, DeletionStep>>
  /** Purges of what belongs to the row, which run afterwards in this order. Foreign keys remove the remaining rows. */
  sweep?: readonly Purge[]
}

/** Deletions by resource type; `*` applies to every type that is deleted in batches. */
export type Deletions = { readonly [Type in ResourceType | '*']?: Deletion }

/** Returns the condition on rows that are not deleted; undefined for a type whose rows are removed at once. */
export function isNotDeleted(
  resource: { table: string | undefined; deletedInBatches: boolean } | undefined,
): Expression<SqlBool> | undefined {
  if (!resource?.table || !resource.deletedInBatches) return undefined
  return sql<SqlBool>`${sql.ref(`${resource.table}.deleted_at`)} is null`
}

/** The deletions of all extensions. */
export class DeletionRegistry {
  readonly #byType = new Map<string, { owner: string; deletion: Deletion }[]>()

  constructor(declared: readonly Declared<Deletions | undefined>[], types: ReadonlySet<string>) {
    for (const { owner, section } of declared) {
      for (const [type, deletion] of Object.entries(section ?? {})) {
        if (type !== '*' && !types.has(type))
          throw new ExtensionError(owner, `deletions › ${type}`, 'no such resource')
        const list = this.#byType.get(type) ?? []
        this.#byType.set(type, list)
        list.push({ owner, deletion })
      }
    }
    for (const type of types) this.#checkNames(type)
  }

  /** Returns the settling steps of a type, by name. */
  settle(type: string): ReadonlyMap<string, DeletionStep> {
    return new Map(this.#of(type).flatMap(({ deletion }) => Object.entries(deletion.settle ?? {})))
  }

  /** Returns the purges of everything that belongs to a row of a type. */
  sweep(type: string): readonly Purge[] {
    return this.#of(type).flatMap(({ deletion }) => deletion.sweep ?? [])
  }

  /** As `sweep`, without the purges that are declared for every type. */
  sweepOfBelongings(type: string): readonly Purge[] {
    return (this.#byType.get(type) ?? []).flatMap(({ deletion }) => deletion.sweep ?? [])
  }

  #of(type: string) {
    return [...(this.#byType.get(type) ?? []), ...(this.#byType.get('*') ?? [])]
  }

  #checkNames(type: string): void {
    const names = new Set<string>()
    for (const { owner, deletion } of this.#of(type)) {
      for (const name of Object.keys(deletion.settle ?? {})) {
        if (names.has(name))
          throw new ExtensionError(owner, `deletions › ${type} › settle › ${name}`, 'is declared already')
        names.add(name)
      }
    }
  }
}

declare module '../extension.ts' {
  interface Extension {
    /** What follows from the deletion of a row, by resource type: counters that it was in, and rows that belong to it. */
    deletions?: Deletions
  }
}

declare module '../extension-point.ts' {
  interface Points {
    deletions: DeletionRegistry
  }
}

/** Deletions. */
export const deletionsPoint = definePoint('deletions', {
  sections: ['deletions'],
  needs: ['resources'],
  combine: ({ deletions }, { resources }) => new DeletionRegistry(deletions, new Set(resources.keys())),
})
