import { type Compilable, type CompiledQuery, type Expression, sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../db/tables.ts'
import { Notes } from '../notes.ts'

/** Values of a run, by the names of the placeholders. */
export type KeptValues = Readonly<Record<string, unknown>>

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Stands in a kept select for a value that is another one every time. */
export function placeholder<T>(name: string): Expression<T> {
  return sql<T>`${new Placeholder(name)}`
}

interface CompiledSelects {
  /** What they were compiled from, besides the actor. */
  grants: object
  byName: Map<string, CompiledQuery>
}

const compiledSelects = new Notes<CompiledSelects>()

/**
 * Runs a select that is the same for an actor whenever it has this name, but for the values of its placeholders.
 * Guests share an actor, and composing their selects anew would cost as much as running them.
 */
export async function runKept<Row>(
  context: Context,
  name: string,
  compose: () => Compilable<Row>,
  values: KeptValues = {},
  db: Queries = context.db,
): Promise<Row[]> {
  const { byName } = selectsOf(context.actor)
  const select = byName.get(name) ?? compose().compile()
  byName.set(name, select)
  const parameters = select.parameters.map((value) =>
    value instanceof Placeholder ? values[value.name] : value,
  )
  return (await db.executeQuery<Row>({ ...(select as CompiledQuery<Row>), parameters })).rows
}

function selectsOf(actor: Actor): CompiledSelects {
  const grants = actor.rules.grants.snapshot
  const kept = compiledSelects.get(actor)
  if (kept?.grants === grants) return kept
  const fresh: CompiledSelects = { grants, byName: new Map() }
  compiledSelects.set(actor, fresh)
  return fresh
}
