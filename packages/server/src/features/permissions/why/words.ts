import type { Answer, AnswerLine } from '@parley/shared'
import type { Verdict } from '../../../points/access/verdicts.ts'
import { everyone } from '../../../points/context/actor.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import type { Decision, Step } from '../../../points/context/explained-actor.ts'
import { extensionTitle, groupLabel, permissionLabel, settingInWords } from '../labels.ts'
import { selectGroups } from '../overview.ts'
import type { Explanation } from './explain.ts'
import { abilityLabel } from './questions.ts'

/** Puts an explanation into words, in the language of the context. */
export async function answerInWords(explanation: Explanation, context: Context): Promise<Answer> {
  const groups = await selectGroups(context)
  const words: Words = {
    context,
    groupNames: new Map(groups.map((group) => [group.id, groupLabel(group, context)])),
  }
  const { isAllowed, view, decision, isLeftOut } = explanation
  return {
    isAllowed,
    lines: [
      personLine(explanation, words),
      ...(view ? decisionLines(view, 0, words) : []),
      ...(isLeftOut ? [line(words, 'core.admin.why.left_out', 'refuses', 0)] : []),
      ...(decision ? decisionLines(decision, 0, words) : []),
    ],
  }
}

/** What sentences are made with. */
interface Words {
  context: Context
  groupNames: ReadonlyMap<number, string>
}

type Effect = AnswerLine['effect']

function line(
  { context }: Words,
  key: string,
  effect: Effect,
  depth: number,
  params?: Record<string, unknown>,
): AnswerLine {
  return { text: translatorOf(context)(key, params), effect, depth }
}

/** Says who asks, and which groups count. */
function personLine({ actor, username }: Explanation, words: Words): AnswerLine {
  if (username === undefined) return line(words, 'core.admin.why.guest', 'none', 0)
  if (actor.isAdmin) return line(words, 'core.admin.why.administrator', 'none', 0, { username })
  if (!actor.account?.isEmailConfirmed) {
    return line(words, 'core.admin.why.unconfirmed', 'none', 0, { username })
  }
  if (actor.restriction) return line(words, actor.restriction.key, 'none', 0, { username })
  const groupIds = [...actor.groupIds].filter((id) => id !== everyone)
  return line(words, 'core.admin.why.groups', 'none', 0, { username, groups: groupList(groupIds, words) })
}

function decisionLines(
  { ability, type, isAllowed, steps }: Decision,
  depth: number,
  words: Words,
): AnswerLine[] {
  const key = isAllowed ? 'core.admin.why.allowed' : 'core.admin.why.refused'
  const params = { ability: abilityLabel(type, ability, words.context) }
  return [
    line(words, key, isAllowed ? 'allows' : 'refuses', depth, params),
    ...steps
      .filter((step) => steps.length === 1 || !isEmptyFallback(step, words))
      .flatMap((step) => stepLines(step, depth + 1, words)),
  ]
}

/** Whether a step asks for a permission that exists nowhere, as after policies without an opinion. */
function isEmptyFallback(step: Step, { context }: Words): boolean {
  if (step.kind !== 'permission') return false
  const { points, grants } = context.forum
  return !points.permissions.has(step.permission) && grants.holders(step.permission).length === 0
}

function stepLines(step: Step, depth: number, words: Words): AnswerLine[] {
  if (step.kind === 'ability') return decisionLines(step, depth, words)
  if (step.kind === 'permission') return [permissionLine(step, depth, words)]
  return policyLines(step, depth, words)
}

function permissionLine(
  { permission, isHeld, groupIds }: Extract<Step, { kind: 'permission' }>,
  depth: number,
  words: Words,
): AnswerLine {
  const params = { permission: permissionLabel(permission, words.context) }
  if (isHeld) {
    const key = groupIds.length > 0 ? 'core.admin.why.held' : 'core.admin.why.held_by_administrators'
    return line(words, key, 'allows', depth, { ...params, groups: groupList(groupIds, words) })
  }
  const holders = words.context.forum.grants.holders(permission)
  const key = holders.length > 0 ? 'core.admin.why.held_by_others' : 'core.admin.why.held_by_none'
  return line(words, key, 'none', depth, { ...params, groups: groupList(holders, words) })
}

/** What a policy asked, then its reason. A policy that only asked needs no line of its own. */
function policyLines(
  { owner, verdict, steps }: Extract<Step, { kind: 'policy' }>,
  depth: number,
  words: Words,
): AnswerLine[] {
  const asked = steps.flatMap((step) => stepLines(step, depth, words))
  const effect = effectOf(verdict)
  const { reason } = verdict ?? {}
  if (reason) {
    const params = reason.setting === undefined ? {} : settingInWords(reason.setting, words.context)
    return [...asked, line(words, reason.key, effect, depth, params)]
  }
  if (effect === 'none' || steps.length > 0) return asked
  const key = effect === 'allows' ? 'core.admin.why.rule_allows' : 'core.admin.why.rule_refuses'
  return [line(words, key, effect, depth, { extension: extensionTitle(owner, words.context) ?? 'Parley' })]
}

function effectOf(verdict: Verdict | undefined): Effect {
  if (!verdict || verdict.effect === 'none') return 'none'
  return verdict.isAllowed ? 'allows' : 'refuses'
}

function groupList(ids: readonly number[], { context, groupNames }: Words): string {
  const names = ids.map((id) => groupNames.get(id) ?? String(id))
  return new Intl.ListFormat(context.locale).format(names)
}
