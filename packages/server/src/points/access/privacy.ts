import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Actor } from '../context/actor.ts'
import type { Context, WriteContext } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceRows, ResourceType, TableOf } from '../resources/resource-rows.ts'
import type { Resource } from '../resources/resources.ts'

/** Makes rows private, so that few actors see them although they are not hidden, for example until they are approved. */
export interface Privacy<R, Table extends keyof Tables> {
  /** Called when a row is created and after each change. A row is private if one extension returns true. */
  isPrivate(row: R, context: WriteContext): boolean | Promise<boolean>
  /** The condition on private rows that an actor sees; undefined for none. The rules of `Scope` apply. */
  scope(eb: ExpressionBuilder<Tables, Table>, context: Context): Expression<SqlBool> | undefined
  /** The same rule for one private row. */
  sees(actor: Actor, row: R): boolean
}

/** The types whose rows may be private. */
type PrivateType = {
  [Type in ResourceType]: ResourceRows[Type] extends { is_private: boolean } ? Type : never
}[ResourceType]

/** Privacy by resource type. */
export type Privacies = {
  readonly [Type in PrivateType & keyof ResourceRows as TableOf<Type> extends keyof Tables
    ? Type
    : never]?: Privacy<ResourceRows[Type], TableOf<Type> & keyof Tables>
}

type AnyPrivacy = Privacy<unknown, keyof Tables>

/** The privacy rules of all extensions. */
export class PrivacyRegistry {
  readonly #byType = new Map<string, AnyPrivacy[]>()

  constructor(
    declared: readonly Declared<Privacies | undefined>[],
    resources: ReadonlyMap<string, Pick<Resource, 'hasPrivateRows'>>,
  ) {
    for (const { owner, section } of declared) {
      for (const [type, privacy] of Object.entries(
        (section ?? {}) as unknown as Readonly<Record<string, AnyPrivacy>>,
      )) {
        if (!resources.get(type)?.hasPrivateRows)
          throw new ExtensionError(owner, `privacy › ${type}`, 'has no private rows')
        const list = this.#byType.get(type)
        if (list) list.push(privacy)
        else this.#byType.set(type, [privacy])
      }
    }
  }

  /** Whether some extension shows private rows of a type: otherwise conditions need not think of them. */
  hasRules(type: PrivateType): boolean {
    return this.#byType.has(type)
  }

  /** Whether some extension makes a row private. */
  async isPrivate(type: PrivateType, row: unknown, context: WriteContext): Promise<boolean> {
    for (const { isPrivate } of this.#byType.get(type) ?? []) {
      if (await isPrivate(row, context)) return true
    }
    return false
  }

  /** Returns the condition on rows that are public, or private but visible to the actor by some extension. */
  shown(
    eb: ExpressionBuilder<Tables, keyof Tables>,
    type: PrivateType,
    context: Context,
  ): Expression<SqlBool> {
    const conditions = (this.#byType.get(type) ?? [])
      .map(({ scope }) => scope(eb, context))
      .filter((condition) => condition !== undefined)
    return eb.or([eb(`${type}.is_private` as never, '=', eb.lit(false) as never), ...conditions])
  }

  /** As `shown`, for one row. */
  isShown(type: string, row: { is_private: boolean }, actor: Actor): boolean {
    return !row.is_private || (this.#byType.get(type) ?? []).some(({ sees }) => sees(actor, row))
  }
}

declare module '../extension.ts' {
  interface Extension {
    /**
     * Rules that make discussions and posts private, and that say who sees private ones. Private rows are left out of counters.
     */
    privacy?: Privacies
  }
}

declare module '../extension-point.ts' {
  interface Points {
    privacy: PrivacyRegistry
  }
}

/** Private rows. */
export const privacyPoint = definePoint('privacy', {
  sections: ['privacy'],
  needs: ['resources'],
  combine: ({ privacy }, { resources }) => new PrivacyRegistry(privacy, resources),
})
