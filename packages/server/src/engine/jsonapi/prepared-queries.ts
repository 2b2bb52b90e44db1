import { type Compilable, CompiledQuery, type Expression, sql } from 'kysely'
import { BoundedMap } from '../../infrastructure/db/bounded-map.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import type { Actor } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'

/** Values of a run, by the names of the placeholders. */
export type QueryParameters = Readonly<Record<string, unknown>>

class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Stands in a kept select for a value that is another one every time. */
export function parameter<T>(name: string): Expression<T> {
  return sql<T>`${new Parameter(name)}`
}

/** Compiled selects by name. */
type Selects = Map<string, CompiledQuery>

interface PreparedQueries {
  /** What they were compiled from, besides the actor. */
  grants: object
  byActor: BoundedMap<string, Selects>
}

/** How many actors' selects are kept: those of guests, who are all alike, and of the members who came last. */
const maximumActors = 100

/** By the policies, of which every build of a forum has its own. */
const preparedQueries = new WeakMap<object, PreparedQueries>()
const selectsOfActor = new RequestCache<{ grants: object; selects: Selects }>()

/**
 * Runs a select that is the same for an actor whenever it has this name, but for the values of its placeholders.
 * Composing it anew would cost as much as running it.
 */
export async function runPreparedQuery<Row>(
  context: Context,
  name: string,
  compose: () => Compilable<Row>,
  values: QueryParameters = {},
  db: Queries = context.db,
): Promise<Row[]> {
  const selects = selectsOf(context.actor)
  const select = selects.get(name) ?? withoutTree(compose().compile())
  selects.set(name, select)
  const parameters = select.parameters.map((value) =>
    value instanceof Parameter ? values[value.name] : value,
  )
  return (await db.executeQuery<Row>({ ...(select as CompiledQuery<Row>), parameters })).rows
}

/** The tree it was composed of is many times as large as the statement, and nobody needs it any more. */
function withoutTree({ sql, parameters }: CompiledQuery): CompiledQuery {
  return CompiledQuery.raw(sql, [...parameters])
}

function selectsOf(actor: Actor): Selects {
  const grants = actor.rules.grants.snapshot
  const noted = selectsOfActor.get(actor)
  if (noted?.grants === grants) return noted.selects
  const { byActor } = preparedFor(actor.rules.policies, grants)
  const key = keyOf(actor)
  const selects = byActor.get(key) ?? new Map()
  byActor.set(key, selects)
  selectsOfActor.set(actor, { grants, selects })
  return selects
}

function preparedFor(policies: object, grants: object): PreparedQueries {
  const known = preparedQueries.get(policies)
  if (known?.grants === grants) return known
  const fresh: PreparedQueries = { grants, byActor: new BoundedMap(maximumActors) }
  preparedQueries.set(policies, fresh)
  return fresh
}

/** Everything about an actor that a select may follow from. */
function keyOf({ account, isAdmin, groupIds }: Actor): string {
  return JSON.stringify([account, isAdmin, ...groupIds])
}
