import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Actor } from '../context/actor.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceRows } from '../resources/resource-rows.ts'
import type { Effect, PolicyListener, Verdict } from './verdicts.ts'

/** A pure, synchronous function of the actor and the row; undefined or `noOpinion` for no opinion. */
export type Policy<Row> = (actor: Actor, row: Row, ability: string) => Verdict | undefined

/** Policies of one resource type, by ability. `*` applies where the same extension's policy of an ability has no opinion. */
export type ResourcePolicies<Row> = Readonly<Record<string, Policy<Row>>>

/** Policies by resource type; `global` has those that concern no particular row. */
export type Policies = { readonly [T in keyof ResourceRows]?: ResourcePolicies<ResourceRows[T]> } & {
  readonly global?: ResourcePolicies<undefined>
}

type AnyPolicies = Readonly<Record<string, ResourcePolicies<unknown>>>

interface OwnedPolicies {
  owner: string
  policies: ResourcePolicies<unknown>
}

/** All policies of a forum. */
export class PolicyRegistry {
  readonly #byType = new Map<string, OwnedPolicies[]>()

  constructor(declared: readonly Declared<Policies | undefined>[]) {
    for (const { owner, section } of declared) {
      for (const [type, policies] of Object.entries((section ?? {}) as AnyPolicies)) {
        for (const [ability, policy] of Object.entries(policies)) {
          if (typeof policy !== 'function') {
            throw new ExtensionError(owner, `policies › ${type} › ${ability}`, 'is not a function')
          }
        }
        const list = this.#byType.get(type)
        if (list) list.push({ owner, policies })
        else this.#byType.set(type, [{ owner, policies }])
      }
    }
  }

  /**
   * Returns the verdict with the highest weight on `ability`; undefined if no policy has an opinion. `told` hears every
   * answer on the way, for explanations.
   */
  verdict(
    actor: Actor,
    ability: string,
    type: string,
    row: unknown,
    told?: PolicyListener,
  ): Verdict | undefined {
    let heaviest: Verdict | undefined
    for (const { owner, policies } of this.#byType.get(type) ?? []) {
      let verdict = policies[ability]?.(actor, row, ability)
      if (verdict) told?.(owner, verdict)
      if (weightOf(verdict) === 0) {
        verdict = policies['*']?.(actor, row, ability)
        told?.(owner, verdict)
      }
      if (weightOf(verdict) > weightOf(heaviest)) heaviest = verdict
      if (heaviest?.effect === 'forceDeny') break
    }
    return heaviest
  }

  /** The abilities on rows of a type that have a policy of their own. */
  abilities(type: string): string[] {
    const names = (this.#byType.get(type) ?? []).flatMap(({ policies }) => Object.keys(policies))
    return [...new Set(names)].filter((name) => name !== '*')
  }
}

const weight: Record<Effect, number> = { none: 0, allow: 1, deny: 2, forceAllow: 3, forceDeny: 4 }

function weightOf(verdict: Verdict | undefined): number {
  return verdict ? weight[verdict.effect] : 0
}

declare module '../extension.ts' {
  interface Extension {
    /** Functions that decide what an actor may do with one row. */
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
  combine: ({ policies }) => new PolicyRegistry(policies),
})
