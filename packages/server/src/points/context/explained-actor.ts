import type { Verdict } from '../access/verdicts.ts'
import { Actor } from './actor.ts'

/** One step of a decision, in the order in which the rules were asked. */
export type Step =
  | {
      kind: 'permission'
      permission: string
      isHeld: boolean
      /** The groups of the actor that hold it. */
      groupIds: readonly number[]
    }
  | {
      kind: 'policy'
      /** The feature or extension that declares the policy. */
      owner: string
      /** Undefined for no opinion. */
      verdict: Verdict | undefined
      /** What the policy asked. */
      steps: readonly Step[]
    }
  | Decision

/** A decision on an ability, with its steps. */
export interface Decision {
  kind: 'ability'
  ability: string
  type: string
  isAllowed: boolean
  steps: readonly Step[]
}

/** An actor that records the steps of each decision. The rules are those of every other actor. */
export class ExplainedActor extends Actor {
  #steps: Step[] = []

  /** Decides on an ability, as `can` does, and returns the decision with its steps. */
  explain(ability: string, type = 'global', row?: unknown): Decision {
    this.#steps = []
    this.can(ability, type as never, row as never)
    const [decision] = this.#steps
    if (decision?.kind !== 'ability') throw new Error('A decision recorded no step')
    return decision
  }

  override hasPermission(permission: string): boolean {
    const isHeld = super.hasPermission(permission)
    const holders = this.rules.grants.holders(permission)
    const groupIds = [...this.groupIds].filter((id) => holders.includes(id))
    this.#steps.push({ kind: 'permission', permission, isHeld, groupIds })
    return isHeld
  }

  override can(ability: string, type = 'global', row?: unknown): boolean {
    const outer = this.#steps
    this.#steps = []
    const isAllowed = super.can(ability, type as never, row as never)
    outer.push({ kind: 'ability', ability, type, isAllowed, steps: this.#steps })
    this.#steps = outer
    return isAllowed
  }

  protected override verdict(ability: string, type: string, row: unknown): Verdict | undefined {
    const policies: Step[] = []
    const verdict = this.rules.policies.verdict(this, ability, type, row, (owner, answer) => {
      policies.push({ kind: 'policy', owner, verdict: answer, steps: this.#steps })
      this.#steps = []
    })
    this.#steps = policies
    return verdict
  }
}
