import { type Compilable, CompiledQuery, type Expression, sql } from 'kysely'
import { BoundedMap } from '../../infrastructure/db/bounded-map.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import type { Actor } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'

/** Values for one run, by the names of the parameters. */
export type QueryParameters = Readonly<Record<string, unknown>>

class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A parameter of a prepared query: its value is bound for each run. */
export function parameter<T>(name: string): Expression<T> {
  return sql<T>`${new Parameter(name)}`
}

/** Compiled queries by name. */
type QueriesByName = Map<string, CompiledQuery>

interface PreparedQueries {
  /** The granted permissions that the queries were compiled from. */
  grants: object
  byActor: BoundedMap<string, QueriesByName>
}

/** Number of actors whose queries are cached: guests, who share theirs, and the most recent members. */
const maximumActors = 100

/** By the policies: each build of a forum has its own registry of them. */
const preparedQueries = new WeakMap<object, PreparedQueries>()
const queriesOfActor = new RequestCache<{ grants: object; queries: QueriesByName }>()

/**
 * Runs a query that is compiled once per actor and name. Runs differ only in the values of its parameters. Compiling
 * takes as long as running it.
 */
export async function runPreparedQuery<Row>(
  context: Context,
  name: string,
  compose: () => Compilable<Row>,
  values: QueryParameters = {},
  db: Queries = context.db,
): Promise<Row[]> {
  const queries = queriesFor(context.actor)
  const query = queries.get(name) ?? withoutTree(compose().compile())
  queries.set(name, query)
  const parameters = query.parameters.map((value) =>
    value instanceof Parameter ? values[value.name] : value,
  )
  return (await db.executeQuery<Row>({ ...(query as CompiledQuery<Row>), parameters })).rows
}

/** Drops the syntax tree of a compiled query, which is many times as large as its SQL and no longer needed. */
function withoutTree({ sql, parameters }: CompiledQuery): CompiledQuery {
  return CompiledQuery.raw(sql, [...parameters])
}

function queriesFor(actor: Actor): QueriesByName {
  const grants = actor.rules.grants.snapshot
  const cached = queriesOfActor.get(actor)
  if (cached?.grants === grants) return cached.queries
  const { byActor } = preparedFor(actor.rules.policies, grants)
  const key = cacheKey(actor)
  const queries = byActor.get(key) ?? new Map()
  byActor.set(key, queries)
  queriesOfActor.set(actor, { grants, queries })
  return queries
}

function preparedFor(policies: object, grants: object): PreparedQueries {
  const cached = preparedQueries.get(policies)
  if (cached?.grants === grants) return cached
  const fresh: PreparedQueries = { grants, byActor: new BoundedMap(maximumActors) }
  preparedQueries.set(policies, fresh)
  return fresh
}

/** Everything about an actor that a query may depend on. */
function cacheKey({ account, isAdmin, groupIds }: Actor): string {
  return JSON.stringify([account, isAdmin, ...groupIds])
}
