import type { Problem } from '../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import type { Row } from './resource-rows.ts'

/** The target of a relation: a visible row, or the id of one that is not loaded. */
export type Related = Row | number

/**
 * The targets of a to-many relation that may exceed the memory: `ids` streams the ids of all targets in order, list by list,
 * while the answer is sent; `rows` are the included ones. The first list is read before the answer begins: until then a
 * failure is an error response, later it ends the connection.
 */
export class StreamedTargets {
  readonly rows: readonly Row[]
  readonly ids: () => AsyncIterable<readonly number[]>

  constructor(rows: readonly Row[], ids: () => AsyncIterable<readonly number[]>) {
    this.rows = rows
    this.ids = ids
  }
}

/** Visible targets of one type, by parent id. */
export interface TypedTargets {
  type: string
  form: string
  targets: ReadonlyMap<number, Row>
}

/** A relation of a resource. It names the target type, and is always loaded for all parents at once. */
export interface Relation<R extends Row = Row> {
  /** A resource type, or `*` with `loadAny`. */
  to: string
  /** Form in which targets are shown; 'full' by default. */
  form?: string
  /** To-one by a foreign key: the column with the id of the target. Invisible targets are omitted. */
  key?: keyof R & string
  many?: boolean
  /**
   * Other relations: returns the visible targets by parent id, a list if `many`. A missing parent shows no such
   * relationship. Without `isShown` the identifiers are not sent (`fields[type]` excludes them), so that only rows
   * matter.
   */
  load?(
    parents: readonly R[],
    context: Context,
    isShown: boolean,
  ): Promise<ReadonlyMap<number, Related | readonly Related[] | StreamedTargets>>
  /** `load` runs before all else that its depth needs: what it loads by the way is not read again. */
  comesFirst?: true
  /** To-one with targets of several types. */
  loadAny?(parents: readonly R[], context: Context): Promise<readonly TypedTargets[]>
  /** Writes it when it is sent. Without this, writes ignore the relationship. */
  write?: RelationWrite<R>
}

/**
 * Writes a relation. Targets are rows that the actor sees, each once, in the order in which they were sent; a to-one
 * relation has at most one.
 */
export interface RelationWrite<R extends Row = Row> {
  /** The only write that takes it; both by default. */
  at?: 'create' | 'update'
  /** A creation without it is 422. */
  isRequired?: true
  /** To-one: null is sent for no target. Otherwise null counts as absent, and changes nothing. */
  takesNull?: true
  /**
   * A change may send the targets that its editor began from (`data.meta.from`): 409 with the current ones if another has
   * changed them since.
   */
  refusesConflicts?: true
  /** The required ability on the row; 403 without it. Checked whenever the relationship is sent, even unchanged. */
  ability?: string
  /** Returns the ids of the stored targets, to detect a change; without this, every target that is sent is one. */
  current?(row: R): readonly number[]
  /** Checks changed targets: returns the problems for a 422, or throws a 403. A new row has the id `idOfNewRow`. */
  check?(targets: readonly Row[], row: R, context: Context): readonly Problem[] | Promise<readonly Problem[]>
  /** Returns the facts that `attach` will read for a new row with these targets, for what is decided before it is inserted. */
  facts?(targets: readonly Row[]): Partial<R>
  /** Stores the new targets: all of them, in place of the former ones. */
  set(targets: readonly Row[], row: R, context: WriteContext): Promise<void>
}

/** Checks and combines the relations of one resource type. */
export function combineRelations(
  type: string,
  declared: readonly Declared<Readonly<Record<string, Relation>> | undefined>[],
): Map<string, Owned<Relation>> {
  const point = `resources › ${type} › relations`
  return mergeRecords(point, declared, (relation) => {
    const { key, load, loadAny } = relation
    if ([key, load, loadAny].filter((way) => way !== undefined).length !== 1)
      return 'needs either a key or a load function'
    if (relation.comesFirst && !load) return 'comes first, but has no load function'
    if ((relation.to === '*') !== (loadAny !== undefined)) return 'leads to * if and only if it has loadAny'
    if (relation.key && relation.many) return 'is to-many and so cannot be a foreign key'
    return relation.write && writeFault(relation)
  })
}

function writeFault({ to, many, write }: Relation): string | undefined {
  if (to === '*') return 'is written, but leads to several types'
  if (typeof write?.set !== 'function') return 'is written, but has no set'
  if (many && write.takesNull) return 'is to-many and so does not take null'
  if (write.isRequired && write.at === 'update') return 'is required, but no creation takes it'
  return undefined
}
