import { ExtensionError, type Problem } from '../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import type { WriteInput } from './endpoints.ts'
import type { Field } from './fields.ts'
import type { Row } from './resource-rows.ts'

/** The id of a new row until it is inserted: no row and no actor has it. */
export const idOfNewRow = -1

/** A creation or a change: what was sent, and what of it was read. */
export interface Write<R extends Row = Row> {
  readonly isNew: boolean
  /** Everything that was sent, unchecked: for values that are no fields, and for what is missing. */
  readonly input: WriteInput
  /**
   * The row before the change. A new row has the id `idOfNewRow`, the columns and facts of its owner, the facts of
   * extensions, and no columns that nothing has decided yet.
   */
  readonly row: R
  /** The valid values that were sent, by attribute. */
  readonly values: Readonly<Record<string, unknown>>
  /** The valid targets of the relationships that were sent and differ from the stored ones, by name. */
  readonly targets: Readonly<Record<string, readonly Row[]>>
}

/** Rules of an extension about whole writes to a resource. */
export interface WriteRules<R extends Row = Row> {
  /** Attributes that are written together, by name of their change. */
  together?: Readonly<Record<string, JointChange<R>>>
  /**
   * Checks each creation and change, also for what is missing. Returns the problems for a 422, or throws a 403. Problems of
   * what was refused before are left out.
   */
  check?(write: Write<R>, context: Context): readonly Problem[] | Promise<readonly Problem[]>
  /** Columns of a new row. They are decided last before it is inserted: `write.row` has all columns but these. */
  initial?: {
    readonly [Column in keyof R & string]?: (
      write: Write<R>,
      context: WriteContext,
    ) => R[Column] | Promise<R[Column]>
  }
}

/** Attributes that are one change: a request that sends some of them writes the row once. */
export interface JointChange<R extends Row = Row> {
  /** Fields of the same extension, each with a schema and without `set` and `changed`. */
  fields: readonly string[]
  /**
   * Fields of others that can bring about this change: it is made, too, when one of these is sent, even unchanged, and
   * `values` has its value.
   */
  follows?: readonly string[]
  /** Returns the columns for the values that were sent. If none of them differs from the row, nothing changes. */
  set(
    values: Readonly<Record<string, unknown>>,
    row: R,
    context: WriteContext,
  ): Partial<R> | Promise<Partial<R>>
  /** Called after a change, in the same transaction. */
  changed?(
    change: { row: R; before: R; values: Readonly<Record<string, unknown>> },
    context: WriteContext,
  ): Promise<void>
}

/** The rules about writes of one resource type, in the order of the extensions. */
export interface CombinedWriteRules {
  together: ReadonlyMap<string, Owned<JointChange>>
  checks: readonly NonNullable<WriteRules['check']>[]
  initial: ReadonlyMap<string, InitialColumn>
}

type InitialColumn = (write: Write, context: WriteContext) => unknown

/** Checks and combines the rules about writes of one resource type with these fields. */
export function combineWriteRules(
  type: string,
  fields: ReadonlyMap<string, Owned<Field>>,
  declared: readonly Declared<WriteRules | undefined>[],
): CombinedWriteRules {
  const point = `resources › ${type} › writes`
  const owners = new Map<string, string>()
  const section = <Key extends keyof WriteRules>(key: Key) =>
    declared.map((part) => ({ owner: part.owner, section: part.section?.[key] }))
  const together = mergeRecords(`${point} › together`, section('together'), ({ set }) =>
    typeof set === 'function' ? undefined : 'has no set',
  )
  for (const [name, { owner, fields: names, follows = [] }] of together) {
    const fault =
      names.map((each) => jointFault(each, fields.get(each), owner, owners)).find(Boolean) ??
      follows.map((each) => followedFault(each, fields.get(each), owner)).find(Boolean)
    if (fault) throw new ExtensionError(owner, `${point} › together › ${name}`, fault)
  }
  return {
    together,
    checks: section('check').flatMap(({ owner, section: check }) => {
      if (check !== undefined && typeof check !== 'function')
        throw new ExtensionError(owner, `${point} › check`, 'is not a function')
      return check ?? []
    }),
    initial: combineInitial(`${point} › initial`, section('initial')),
  }
}

/** Returns the fault of one field of a joint change; `taken` has those of the changes before it. */
function jointFault(
  name: string,
  field: Owned<Field> | undefined,
  owner: string,
  taken: Map<string, string>,
): string | undefined {
  if (!field?.schema) return `'${name}' is no field that can be written`
  if (field.owner !== owner) return `'${name}' is a field of ${field.owner}`
  if (field.set || field.changed) return `'${name}' has a change of its own`
  if (taken.has(name)) return `'${name}' is part of another change`
  taken.set(name, owner)
  return undefined
}

/** Returns the fault of a field that brings about a joint change of another extension. */
function followedFault(name: string, field: Owned<Field> | undefined, owner: string): string | undefined {
  if (!field?.schema) return `'${name}' is no field that can be written`
  return field.owner === owner ? `'${name}' is a field of the extension itself` : undefined
}

function combineInitial(
  point: string,
  declared: readonly Declared<WriteRules['initial']>[],
): Map<string, InitialColumn> {
  const columns = declared.map(({ owner, section }) => ({
    owner,
    section: Object.fromEntries(
      Object.entries(section ?? {}).map(([column, decide]) => [column, { decide: decide as InitialColumn }]),
    ),
  }))
  const merged = mergeRecords(point, columns, ({ decide }) =>
    typeof decide === 'function' ? undefined : 'is not a function',
  )
  return new Map([...merged].map(([column, { decide }]) => [column, decide]))
}
