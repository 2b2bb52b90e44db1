import { ExtensionError } from '../../infrastructure/errors.ts'
import type { WriteContext } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import type { ResourceType } from './resource-rows.ts'
import { definePoint } from '../extension-point.ts'

/** How far a settling step has come: two numbers that only grow, compared as a pair. */
export type DeletionCursor = readonly [number, number]

/** A row that is marked as deleted, and where the step goes on. */
export interface DeletionStepWork {
  type: ResourceType
  id: number
  /** What the step before returned; `[0, 0]` at the beginning. */
  after: DeletionCursor
}

/**
 * Corrects some of what counts a deleted row, in a transaction of its own: a few hundred rows, no more. Returns how far
 * it came, which is stored in the same transaction, or undefined when nothing is left to correct.
 */
export type DeletionStep = (
  context: WriteContext,
  work: DeletionStepWork,
) => Promise<DeletionCursor | undefined>

/** Deleted rows of one type, and how many rows of others may be removed at once. */
export interface PurgeWork {
  type: ResourceType
  ids: readonly number[]
  limit: number
}

/**
 * Removes up to `limit` rows that belong to deleted rows, in a transaction of its own. Returns how many; 0 when none is
 * left. `purgeRows` and `clearColumn` make the usual ones.
 */
export type Purge = (context: WriteContext, work: PurgeWork) => Promise<number>

/** What follows from the deletion of a row. */
export interface Deletion {
  /** What has to be exact when the deletion is answered, by name. Run in this order, and once to their end. */
  settle?: Readonly<Record<string, DeletionStep>>
  /** What belongs to the row and is removed afterwards, in this order. Foreign keys remove what is not named here. */
  sweep?: readonly Purge[]
}

/** Deletions by resource type; `*` stands for every type that is deleted in batches. */
export type Deletions = { readonly [Type in ResourceType | '*']?: Deletion }

/** What all extensions say about deletions. */
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

  /** The settling steps of a type, by name. */
  settle(type: string): ReadonlyMap<string, DeletionStep> {
    return new Map(this.#of(type).flatMap(({ deletion }) => Object.entries(deletion.settle ?? {})))
  }

  /** What removes everything that belongs to a row of a type. */
  sweep(type: string): readonly Purge[] {
    return this.#of(type).flatMap(({ deletion }) => deletion.sweep ?? [])
  }

  /** The same without what is declared for every type. */
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
    /** What follows from the deletion of rows. */
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
