import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceRows, TableOf } from '../resources/resource-rows.ts'
import type { Resource } from '../resources/resources.ts'

/**
 * The condition on the rows of a table that an actor sees; undefined for all rows. A visible row meets the scopes of every
 * extension. A scope may depend on the actor and the permissions only, not on the time or on a request: it is cached as
 * long as these do not change.
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

type Deletable = Pick<Resource, 'table' | 'deletedInBatches'>

/** All scopes of a forum. */
export class ScopeRegistry {
  readonly #byType = new Map<string, Scope[]>()
  readonly #resources: ReadonlyMap<string, Deletable>

  constructor(declared: readonly Declared<Scopes | undefined>[], resources: ReadonlyMap<string, Deletable>) {
    this.#resources = resources
    for (const { owner, section } of declared) {
      for (const [type, scope] of Object.entries(
        (section ?? {}) as unknown as Readonly<Record<string, Scope>>,
      )) {
        if (!resources.has(type)) throw new ExtensionError(owner, `scopes › ${type}`, 'no such resource')
        const list = this.#byType.get(type)
        if (list) list.push(scope)
        else this.#byType.set(type, [scope])
      }
    }
  }

  /**
   * Returns the condition on visible rows of `type`, which excludes deleted rows. An administrator who views the
   * forum as another sees the rows that both see.
   */
  visible(eb: ExpressionBuilder<Tables, keyof Tables>, type: string, context: Context): Expression<SqlBool> {
    const { viewer } = context.actor
    const contexts = viewer ? [context, { ...context, actor: viewer }] : [context]
    const conditions = contexts
      .flatMap((each) => (this.#byType.get(type) ?? []).map((scope) => scope(eb, each)))
      .filter((condition) => condition !== undefined)
    const exists = isNotDeleted(this.#resources.get(type))
    return eb.and(exists ? [exists, ...conditions] : conditions)
  }
}

/** Returns the condition on rows that are not deleted; undefined for a type whose rows are removed at once. */
export function isNotDeleted(resource: Deletable | undefined): Expression<SqlBool> | undefined {
  if (!resource?.table || !resource.deletedInBatches) return undefined
  return sql<SqlBool>`${sql.ref(`${resource.table}.deleted_at`)} is null`
}

declare module '../extension.ts' {
  interface Extension {
    /** Conditions on the rows that an actor sees. */
    scopes?: Scopes
  }
}

declare module '../extension-point.ts' {
  interface Points {
    scopes: ScopeRegistry
  }
}

/** Scopes. */
export const scopesPoint = definePoint('scopes', {
  sections: ['scopes'],
  needs: ['resources'],
  combine: ({ scopes }, { resources }) => new ScopeRegistry(scopes, resources),
})
