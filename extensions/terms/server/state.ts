import { wireDate } from '@parley/shared'
import { z } from 'zod'
import type { PolicyState } from '../shared.ts'
import type { PolicyRow } from './tables.ts'

const answer = z.object({ at: z.iso.datetime(), isAccepted: z.boolean() })

type Answer = z.infer<typeof answer>

/** The last answers of a member by policy, as their account stores them: when, and whether it was yes. */
export type StoredAnswers = Readonly<Record<string, Answer>>

/** Reads the column `terms_answers` of an account. What is no answer, as an import may leave it, counts as none: it is asked for. */
export function readAnswers(stored: string | null | undefined): StoredAnswers {
  if (!stored) return {}
  try {
    const entries = Object.entries((JSON.parse(stored) ?? {}) as object)
    return Object.fromEntries(
      entries.flatMap(([id, value]) => {
        const { data } = answer.safeParse(value)
        return data ? [[id, data]] : []
      }),
    )
  } catch {
    return {}
  }
}

/** The state of a policy for a member. `mayPostpone`: the member is never forced. */
export function stateOf(policy: PolicyRow, answer: Answer | undefined, mayPostpone: boolean): PolicyState {
  return {
    accepted_at: answer ? wireDate(answer.at) : null,
    has_update: hasUpdate(policy, answer),
    must_accept: isOwed(policy, answer) && !mayPostpone,
    is_accepted: answer?.isAccepted ?? false,
  }
}

function hasUpdate({ terms_updated_at: changed }: PolicyRow, answer: Answer | undefined): boolean {
  return answer === undefined || (changed !== null && changed > answer.at)
}

/** Whether a mandatory policy is not accepted as it is now. A stored no never satisfies one. */
function isOwed(policy: PolicyRow, answer: Answer | undefined): boolean {
  return !policy.optional && (hasUpdate(policy, answer) || !answer?.isAccepted)
}

/** Whether one of these policies must be accepted by a member who may not postpone that. */
export function owesAny(policies: readonly PolicyRow[], stored: string | null | undefined): boolean {
  if (policies.length === 0) return false
  const answers = readAnswers(stored)
  return policies.some((policy) => isOwed(policy, answers[policy.id]))
}
