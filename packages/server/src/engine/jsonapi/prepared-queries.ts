import { type Compilable, CompiledQuery, type Expression, sql } from 'kysely'
import { BoundedMap } from '../../infrastructure/db/bounded-map.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import type { Actor } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'
import type { Resource } from '../../points/resources/resources.ts'

/** Values of a prepared query, by name: what differs between its runs. Lists of ids are for `Dialect.idIn`. */
type QueryValues<Values> = { readonly [Name in keyof Values]: string | number | boolean | readonly number[] }

/** The values as the query sees them when it is composed: expressions, to which each run binds its own. */
export type Bound<Values> = { readonly [Name in keyof Values]: Expression<Values[Name]> }

/** Runs a prepared query with these values. */
export type PreparedQuery<Values, Row> = (context: Context, values: Values) => Promise<Row[]>

interface PreparedOptions {
  /** The connection that runs the query; that of the context by default. */
  db?: (context: Context) => Queries
}

/**
 * Declares a query that is composed and compiled once per actor, since that takes as long as running it. Call it once
 * for each query, at the top of a module. `compose` may use the actor and the forum of the context, and nothing else of
 * the request: that comes in `values`.
 */
export function prepareQuery<Values extends QueryValues<Values>, Row>(
  compose: (context: Context, values: Bound<Values>) => Compilable<Row>,
  { db = (context) => context.db }: PreparedOptions = {},
): PreparedQuery<Values, Row> {
  return async (context, values) => {
    const queries = queriesFor(context.actor)
    const query = queries.get(compose) ?? withoutTree(compose(context, placeholders()).compile())
    queries.set(compose, query)
    const { dialect } = context.forum.database
    const parameters = query.parameters.map((parameter) => {
      if (!(parameter instanceof Placeholder)) return parameter
      const value: unknown = values[parameter.name as keyof Values]
      return Array.isArray(value) ? dialect.idList(value) : value
    })
    return (await db(context).executeQuery<Row>({ ...(query as CompiledQuery<Row>), parameters })).rows
  }
}

/**
 * Makes a prepared query for each resource, or for each of a few numbers, when it is first needed. Limits are such
 * numbers: SQLite plans a query by them, and a bound one costs `posts` near a number a tenth of the request.
 */
export function prepareForEach<Variant extends Resource | number, Values extends QueryValues<Values>, Row>(
  prepare: (variant: Variant) => PreparedQuery<Values, Row>,
): (variant: Variant) => PreparedQuery<Values, Row> {
  const byNumber = new Map<Variant, PreparedQuery<Values, Row>>()
  const byResource = new WeakMap<object, PreparedQuery<Values, Row>>()
  return (variant) => {
    const known = typeof variant === 'number' ? byNumber.get(variant) : byResource.get(variant)
    if (known) return known
    const query = prepare(variant)
    if (typeof variant === 'number') byNumber.set(variant, query)
    else byResource.set(variant, query)
    return query
  }
}

/** Stands for a value in the parameters of a compiled query. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** An expression for each name that `compose` reads. */
function placeholders<Values>(): Bound<Values> {
  return new Proxy({} as Bound<Values>, {
    get: (_, name) => sql`${new Placeholder(String(name))}`,
  })
}

/** Compiled queries by the functions that composed them. */
type CompiledQueries = Map<object, CompiledQuery>

interface QueriesOfBuild {
  /** The granted permissions that the queries were compiled from. */
  grants: object
  byActor: BoundedMap<string, CompiledQueries>
}

/** Number of actors whose queries are cached: guests, who share theirs, and the most recent members. */
const maximumActors = 100

/** By the policies: each build of a forum has its own registry of them. */
const queriesOfBuilds = new WeakMap<object, QueriesOfBuild>()
const queriesOfActor = new RequestCache<{ grants: object; queries: CompiledQueries }>()

/** Drops the syntax tree of a compiled query, which is many times as large as its SQL and no longer needed. */
function withoutTree({ sql, parameters }: CompiledQuery): CompiledQuery {
  return CompiledQuery.raw(sql, [...parameters])
}

function queriesFor(actor: Actor): CompiledQueries {
  const grants = actor.rules.grants.snapshot
  const cached = queriesOfActor.get(actor)
  if (cached?.grants === grants) return cached.queries
  const { byActor } = queriesOfBuild(actor.rules.policies, grants)
  const key = cacheKey(actor)
  const queries = byActor.get(key) ?? new Map()
  byActor.set(key, queries)
  queriesOfActor.set(actor, { grants, queries })
  return queries
}

function queriesOfBuild(policies: object, grants: object): QueriesOfBuild {
  const cached = queriesOfBuilds.get(policies)
  if (cached?.grants === grants) return cached
  const fresh: QueriesOfBuild = { grants, byActor: new BoundedMap(maximumActors) }
  queriesOfBuilds.set(policies, fresh)
  return fresh
}

/** Everything about an actor that a query may depend on. */
function cacheKey({ account, isAdmin, groupIds, viewer }: Actor): string {
  return JSON.stringify([account, isAdmin, ...groupIds, ...(viewer ? [cacheKey(viewer)] : [])])
}
