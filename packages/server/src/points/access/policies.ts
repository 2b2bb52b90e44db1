import { type ExpressionBuilder, expressionBuilder } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Actor } from '../context/actor.ts'
import type { Context } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceRows, ResourceType, TableOf } from '../resources/resource-rows.ts'
import { allOf, type Condition } from './conditions.ts'
import { allowedRows, type Scope, withFallback } from './scopes.ts'
import type { Effect, PolicyListener, Verdict } from './verdicts.ts'

/** A pure, synchronous function of the actor and the row; undefined or `noOpinion` for no opinion. */
export type Decide<R> = (actor: Actor, row: R, ability: string) => Verdict | undefined

/** A rule on an ability, twice: for one row, and as a condition on the rows of the table. Both must always agree. */
export interface Policy<R, Table extends keyof Tables> {
  verdict(actor: Actor, row: R, ability: string): Verdict | undefined
  /**
   * For `view`, and for abilities whose scopes that of `view` asks for, it may depend on the actor and the configuration
   * only, not on the time or on a request: queries with it are kept as long as these do not change.
   */
  scope(eb: ExpressionBuilder<Tables, Table>, context: Context, asked: Asked): Scope
}

/** What a scope is asked for. */
export interface Asked {
  ability: string
  /** The rows are not the actor's own: conditions on the author can be left out. */
  ofOthers?: true
}

type PolicyOn<Type extends ResourceType> =
  TableOf<Type> extends infer Table extends keyof Tables
    ? Policy<ResourceRows[Type], Table>
    : Decide<ResourceRows[Type]>

/**
 * Policies by resource type and ability; `view` decides who sees a row. `*` applies where the same extension's policy of an
 * ability has no opinion. `global` has those that concern no particular row.
 */
export type Policies = { readonly [Type in ResourceType]?: Readonly<Record<string, PolicyOn<Type>>> } & {
  readonly global?: Readonly<Record<string, Decide<undefined>>>
}

/** Makes a policy that is the same for all rows. */
export function forAllRows(
  decide: (actor: Actor, ability: string) => Verdict | undefined,
): Policy<unknown, keyof Tables> {
  return {
    verdict: (actor, _row, ability) => decide(actor, ability),
    scope(_eb, { actor }, { ability }) {
      const { effect = 'none' } = decide(actor, ability) ?? {}
      return effect === 'none' ? undefined : { [effect]: true }
    },
  }
}

type AnyPolicy = Policy<unknown, keyof Tables>
type AnyPolicies = Readonly<Record<string, Readonly<Record<string, AnyPolicy | Decide<unknown>>>>>
type Registered = Readonly<Record<string, Pick<AnyPolicy, 'verdict'> & Partial<AnyPolicy>>>

const eb = expressionBuilder<Tables, keyof Tables>()

/** All policies of a forum. */
export class PolicyRegistry {
  readonly #byType = new Map<string, { owner: string; policies: Registered }[]>()

  constructor(
    declared: readonly Declared<Policies | undefined>[],
    resources: ReadonlyMap<string, { table: string | undefined }>,
  ) {
    for (const { owner, section } of declared) {
      for (const [type, policies] of Object.entries((section ?? {}) as AnyPolicies)) {
        const resource = resources.get(type)
        if (type !== 'global' && !resource)
          throw new ExtensionError(owner, `policies › ${type}`, 'no such resource')
        const hasRows = resource?.table !== undefined
        const registered = Object.entries(policies).map(([ability, policy]) => {
          const fault = hasRows ? policyFault(policy) : functionFault(policy)
          if (fault) throw new ExtensionError(owner, `policies › ${type} › ${ability}`, fault)
          return [ability, typeof policy === 'function' ? { verdict: policy } : policy] as const
        })
        const list = this.#byType.get(type) ?? []
        this.#byType.set(type, [...list, { owner, policies: Object.fromEntries(registered) }])
      }
    }
  }

  /**
   * Returns the strongest verdict on `ability`; undefined if no policy has an opinion. Calls `onVerdict` with every verdict,
   * for explanations.
   */
  verdict(
    actor: Actor,
    ability: string,
    type: string,
    row: unknown,
    onVerdict?: PolicyListener,
  ): Verdict | undefined {
    let strongest: Verdict | undefined
    for (const { owner, policies } of this.#byType.get(type) ?? []) {
      let verdict = policies[ability]?.verdict(actor, row, ability)
      if (verdict) onVerdict?.(owner, verdict)
      if (strengthOf(verdict) === 0) {
        verdict = policies['*']?.verdict(actor, row, ability)
        onVerdict?.(owner, verdict)
      }
      if (strengthOf(verdict) > strengthOf(strongest)) strongest = verdict
      if (strongest?.effect === 'forceDeny') break
    }
    return strongest
  }

  /**
   * The condition on the rows of a type on which the actor has an ability: those for which `Actor.can` is true. An
   * administrator who views the forum as another needs the ability, too.
   */
  rowsWhere(context: Context, ability: string, type: string, facts: Omit<Asked, 'ability'> = {}): Condition {
    const asked = { ...facts, ability }
    const scopes = (this.#byType.get(type) ?? []).map(({ policies }) =>
      withFallback(policies[ability]?.scope?.(eb, context, asked), () =>
        policies['*']?.scope?.(eb, context, asked),
      ),
    )
    const { viewer } = context.actor
    const rows = allowedRows(scopes, context.actor.isAllowedByDefault(ability, type))
    return viewer ? allOf([rows, this.rowsWhere({ ...context, actor: viewer }, ability, type, facts)]) : rows
  }

  /** The abilities on rows of a type that have a policy of their own. */
  abilities(type: string): string[] {
    const names = (this.#byType.get(type) ?? []).flatMap(({ policies }) => Object.keys(policies))
    return [...new Set(names)].filter((name) => name !== '*')
  }
}

/** As `PolicyRegistry.rowsWhere`, for the scopes of other policies and of `privacy`. */
export function rowsWhere(
  context: Context,
  ability: string,
  type: ResourceType,
  facts?: Omit<Asked, 'ability'>,
): Condition {
  return context.forum.points.policies.rowsWhere(context, ability, type, facts)
}

function functionFault(policy: unknown): string | undefined {
  return typeof policy === 'function' ? undefined : 'is not a function'
}

function policyFault(policy: unknown): string | undefined {
  const { verdict, scope } = (policy ?? {}) as Partial<AnyPolicy>
  if (typeof verdict !== 'function') return 'has no verdict'
  return typeof scope === 'function' ? undefined : 'has no scope'
}

const strength: Record<Effect, number> = { none: 0, allow: 1, deny: 2, forceAllow: 3, forceDeny: 4 }

function strengthOf(verdict: Verdict | undefined): number {
  return verdict ? strength[verdict.effect] : 0
}

declare module '../extension.ts' {
  interface Extension {
    /**
     * Rules that decide what an actor may do with a row, by resource type and ability; the ability `view` decides who sees it.
     * Each is written twice, and both must agree: as a function of one row (`verdict`), and as a condition in SQL (`scope`).
     * Where no policy has an opinion, rows are visible, and a permission decides on other abilities: `discussion.lock` on `lock`.
     */
    policies?: Policies
  }
}

declare module '../extension-point.ts' {
  interface Points {
    policies: PolicyRegistry
  }
}

/** Policies. */
export const policiesPoint = definePoint('policies', {
  sections: ['policies'],
  needs: ['resources'],
  combine: ({ policies }, { resources }) => new PolicyRegistry(policies, resources),
})
