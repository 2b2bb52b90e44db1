import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Actor } from '../context/actor.ts'
import type { Declared } from '../declared.ts'
import type { ResourceRows } from '../resources/resource-rows.ts'
import { definePoint } from '../extension-point.ts'
import type { Verdict } from './verdicts.ts'

/** Pure and synchronous: answers from the actor and the row alone. */
export type Policy<Row> = (actor: Actor, row: Row, ability: string) => Verdict | undefined

/**
 * Policies of one resource type, by ability. `*` is asked for every ability on which the same
 * extension's own policy said nothing.
 */
export type ResourcePolicies<Row> = Readonly<Record<string, Policy<Row>>>

/** Policies by resource type; `global` holds those about no particular object. */
export type Policies = { readonly [T in keyof ResourceRows]?: ResourcePolicies<ResourceRows[T]> } & {
  readonly global?: ResourcePolicies<undefined>
}

type AnyPolicies = Readonly<Record<string, ResourcePolicies<unknown>>>

/** All policies of a forum. */
export class PolicyRegistry {
  readonly #byType = new Map<string, ResourcePolicies<unknown>[]>()

  constructor(declared: readonly Declared<Policies | undefined>[]) {
    for (const { owner, section } of declared) {
      for (const [type, policies] of Object.entries((section ?? {}) as AnyPolicies)) {
        for (const [ability, policy] of Object.entries(policies)) {
          if (typeof policy !== 'function') {
            throw new ExtensionError(owner, `policies › ${type} › ${ability}`, 'is not a function')
          }
        }
        const list = this.#byType.get(type)
        if (list) list.push(policies)
        else this.#byType.set(type, [policies])
      }
    }
  }

  /** The weightiest verdict on `ability`, or undefined when no policy answers. */
  verdict(actor: Actor, ability: string, type: string, row: unknown): Verdict | undefined {
    let found: Verdict | undefined
    for (const policies of this.#byType.get(type) ?? []) {
      const said = policies[ability]?.(actor, row, ability) ?? policies['*']?.(actor, row, ability)
      if (said && (found === undefined || weight[said] > weight[found])) found = said
      if (found === 'forceDeny') break
    }
    return found
  }
}

const weight: Record<Verdict, number> = { allow: 1, deny: 2, forceAllow: 3, forceDeny: 4 }

declare module '../extension.ts' {
  interface Extension {
    /** Decide what an actor may do with a row. */
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
