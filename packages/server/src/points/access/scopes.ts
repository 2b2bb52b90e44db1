import { allOf, anyOf, type Condition, isCondition, isNot } from './conditions.ts'
import type { Effect } from './verdicts.ts'

/** The rows to which a policy gives each answer; an answer that is missing is given to no row. */
type Answers = { readonly [Answer in Exclude<Effect, 'none'>]?: Condition }

/**
 * The verdicts of a policy on all rows of a table, as conditions. A condition alone stands for a policy that decides on
 * every row: it allows the ability where the condition holds and denies it elsewhere. Undefined for no opinion on any row.
 */
export type Scope = Condition | Answers | undefined

/** From the weakest to the strongest: among the verdicts of policies the strongest decides. */
const byStrength = ['allow', 'deny', 'forceAllow', 'forceDeny'] as const

function answersOf(scope: Scope): Answers {
  if (scope === undefined) return {}
  return isCondition(scope) ? { allow: scope, deny: isNot(scope) } : scope
}

/** The scope of a policy, and of another one that applies where the first has no opinion. */
export function withFallback(scope: Scope, fallback: () => Scope): Scope {
  if (scope === undefined) return fallback()
  if (isCondition(scope)) return scope
  const others = answersOf(fallback())
  const weaker: Condition[] = []
  const answers: { -readonly [Answer in keyof Answers]: Condition } = {}
  for (const answer of byStrength) {
    const own = scope[answer] ?? false
    // A stronger answer of the first policy wins over that of the fallback anyway.
    answers[answer] = anyOf([own, allOf([others[answer] ?? false, isNot(anyOf(weaker))])])
    weaker.push(own)
  }
  return answers
}

/** The rows on which an ability is allowed: the strongest verdict decides, and `byDefault` where there is none. */
export function allowedRows(scopes: readonly Scope[], byDefault: boolean): Condition {
  const all = scopes.map(answersOf)
  const rowsWith = (answer: keyof Answers) => anyOf(all.map((answers) => answers[answer] ?? false))
  // A policy that decides on every row allows it where it does not deny it.
  const isDecided = scopes.some((scope) => scope !== undefined && isCondition(scope))
  return allOf([
    isNot(rowsWith('forceDeny')),
    anyOf([
      rowsWith('forceAllow'),
      allOf([
        ...all.map(({ deny = false }) => isNot(deny)),
        isDecided || anyOf([rowsWith('allow'), byDefault]),
      ]),
    ]),
  ])
}
