import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Context } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { ExtensionError } from '../errors.ts'
import type { Declared } from './declared.ts'
import type { ResourceRows, TableOf } from './resource-rows.ts'

/**
 * Which rows of a table an actor may see: a condition on the row, or undefined for 'all'. Rows must satisfy the
 * scopes of every extension. It follows from the actor and
 * the permissions alone, not from the time or from values only the caller knows: it is kept as long as they are.
 */
export type Scope<Table extends keyof Tables = keyof Tables> = (
  eb: ExpressionBuilder<Tables, Table>,
  context: Context,
) => Expression<SqlBool> | undefined

/** Scopes by resource type. */
export type Scopes = {
  readonly [Type in keyof ResourceRows & string as TableOf<Type> extends keyof Tables ? Type : never]?: Scope<
    TableOf<Type> & keyof Tables
  >
}

/** All scopes of a forum. */
export class ScopeBook {
  readonly #byType = new Map<string, Scope[]>()

  constructor(declared: readonly Declared<Scopes | undefined>[], types: ReadonlySet<string>) {
    for (const { owner, section } of declared) {
      for (const [type, scope] of Object.entries(
        (section ?? {}) as unknown as Readonly<Record<string, Scope>>,
      )) {
        if (!types.has(type)) throw new ExtensionError(owner, `scopes › ${type}`, 'no such resource')
        const list = this.#byType.get(type)
        if (list) list.push(scope)
        else this.#byType.set(type, [scope])
      }
    }
  }

  /** The condition that a visible row of `type` satisfies. */
  visible(eb: ExpressionBuilder<Tables, keyof Tables>, type: string, context: Context): Expression<SqlBool> {
    const conditions = (this.#byType.get(type) ?? [])
      .map((scope) => scope(eb, context))
      .filter((condition) => condition !== undefined)
    return eb.and(conditions)
  }
}
