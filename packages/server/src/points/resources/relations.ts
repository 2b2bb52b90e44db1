import type { Context, WriteContext } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import type { Row } from './resource-rows.ts'

/** What a relation leads to: a visible row, or only the id of one that is not loaded. */
export type Related = Row | number

/**
 * Targets of a to-many relation that may be too many to hold: `ids` gives the ids of all of them in order, list by list,
 * while the answer is sent; `rows` are those that are included. The first list is asked for before the answer begins:
 * what fails until then is a clean failure. Later failures end the connection.
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

/** A relation of a resource; the target is named, not imported. Always loaded for all parents at once. */
export interface Relation<R extends Row = Row> {
  /** A resource type, or `*` with `loadAny`. */
  to: string
  /** Form in which targets are shown; 'full' unless said otherwise. */
  form?: string
  /** To-one over a foreign key: the column that holds the target's id. Invisible targets are left out. */
  key?: keyof R & string
  many?: boolean
  /**
   * Everything else: the visible targets by parent id, a list if `many`. A parent that is missing shows no
   * such relationship. Unless `isShown` the identifiers are not sent (`fields[type]` left them out): only rows
   * matter then.
   */
  load?(
    parents: readonly R[],
    context: Context,
    isShown: boolean,
  ): Promise<ReadonlyMap<number, Related | readonly Related[] | StreamedTargets>>
  /** To-one with targets of several types. */
  loadAny?(parents: readonly R[], context: Context): Promise<readonly TypedTargets[]>
  /** Of a to-many relation: how an update writes it; otherwise it is ignored when it is sent. */
  write?: RelationWrite<R>
}

/** Replaces the targets of a to-many relation. */
export interface RelationWrite<R extends Row = Row> {
  /** The ability on the row that it takes; 403 without it. Asked whenever the relationship is sent. */
  ability: string
  /** Stores the new targets, all of them visible to the actor; throws for 403. */
  set(ids: readonly number[], row: R, context: WriteContext): Promise<void>
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
    if ((relation.to === '*') !== (loadAny !== undefined)) return 'leads to * if and only if it has loadAny'
    if (relation.key && relation.many) return 'is to-many and so cannot be a foreign key'
    if (relation.write && !relation.many) return 'is written but not to-many'
    return undefined
  })
}
