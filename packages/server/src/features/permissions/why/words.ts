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
  const wording: WordingContext = {
    context,
    groupNames: new Map(groups.map((group) => [group.id, groupLabel(group, context)])),
  }
  const { isAllowed, view, decision, isLeftOut } = explanation
  return {
    isAllowed,
    lines: [
      personLine(explanation, wording),
      ...(view ? decisionLines(view, 0, wording) : []),
      ...(isLeftOut ? [answerLine(wording, 'core.admin.why.left_out', 'refuses', 0)] : []),
      ...(decision ? decisionLines(decision, 0, wording) : []),
    ],
  }
}

/** The context, with the names of groups in its language. */
interface WordingContext {
  context: Context
  groupNames: ReadonlyMap<number, string>
}

type Effect = AnswerLine['effect']

function answerLine(
  { context }: WordingContext,
  key: string,
  effect: Effect,
  depth: number,
  params?: Record<string, unknown>,
): AnswerLine {
  return { text: translatorOf(context)(key, params), effect, depth }
}

/** Says who asks, and which groups count. */
function personLine({ actor, username }: Explanation, wording: WordingContext): AnswerLine {
  if (username === undefined) return answerLine(wording, 'core.admin.why.guest', 'none', 0)
  if (actor.isAdmin) return answerLine(wording, 'core.admin.why.administrator', 'none', 0, { username })
  if (!actor.account?.isEmailConfirmed) {
    return answerLine(wording, 'core.admin.why.unconfirmed', 'none', 0, { username })
  }
  if (actor.restriction) return answerLine(wording, actor.restriction.key, 'none', 0, { username })
  const groupIds = [...actor.groupIds].filter((id) => id !== everyone)
  return answerLine(wording, 'core.admin.why.groups', 'none', 0, {
    username,
    groups: groupList(groupIds, wording),
  })
}

function decisionLines(
  { ability, type, isAllowed, steps }: Decision,
  depth: number,
  wording: WordingContext,
): AnswerLine[] {
  const key = isAllowed ? 'core.admin.why.allowed' : 'core.admin.why.refused'
  const params = { ability: abilityLabel(type, ability, wording.context) }
  return [
    answerLine(wording, key, isAllowed ? 'allows' : 'refuses', depth, params),
    ...steps
      .filter((step) => steps.length === 1 || !isEmptyFallback(step, wording))
      .flatMap((step) => stepLines(step, depth + 1, wording)),
  ]
}

/** Whether a step asks for a permission that exists nowhere, as after policies without an opinion. */
function isEmptyFallback(step: Step, { context }: WordingContext): boolean {
  if (step.kind !== 'permission') return false
  const { points, grants } = context.forum
  return !points.permissions.has(step.permission) && grants.holders(step.permission).length === 0
}

function stepLines(step: Step, depth: number, wording: WordingContext): AnswerLine[] {
  if (step.kind === 'ability') return decisionLines(step, depth, wording)
  if (step.kind === 'permission') return [permissionLine(step, depth, wording)]
  return policyLines(step, depth, wording)
}

function permissionLine(
  { permission, isHeld, groupIds }: Extract<Step, { kind: 'permission' }>,
  depth: number,
  wording: WordingContext,
): AnswerLine {
  const params = { permission: permissionLabel(permission, wording.context) }
  if (isHeld) {
    const key = groupIds.length > 0 ? 'core.admin.why.held' : 'core.admin.why.held_by_administrators'
    return answerLine(wording, key, 'allows', depth, { ...params, groups: groupList(groupIds, wording) })
  }
  const holders = wording.context.forum.grants.holders(permission)
  const key = holders.length > 0 ? 'core.admin.why.held_by_others' : 'core.admin.why.held_by_none'
  return answerLine(wording, key, 'none', depth, { ...params, groups: groupList(holders, wording) })
}

/** What a policy asked, then its reason. A policy that only asked needs no line of its own. */
function policyLines(
  { owner, verdict, steps }: Extract<Step, { kind: 'policy' }>,
  depth: number,
  wording: WordingContext,
): AnswerLine[] {
  const asked = steps.flatMap((step) => stepLines(step, depth, wording))
  const effect = effectOf(verdict)
  const { reason } = verdict ?? {}
  if (reason) {
    const params = reason.setting === undefined ? {} : settingInWords(reason.setting, wording.context)
    return [...asked, answerLine(wording, reason.key, effect, depth, params)]
  }
  if (effect === 'none' || steps.length > 0) return asked
  const key = effect === 'allows' ? 'core.admin.why.rule_allows' : 'core.admin.why.rule_refuses'
  return [
    answerLine(wording, key, effect, depth, {
      extension: extensionTitle(owner, wording.context) ?? 'Parley',
    }),
  ]
}

function effectOf(verdict: Verdict | undefined): Effect {
  if (!verdict || verdict.effect === 'none') return 'none'
  return verdict.isAllowed ? 'allows' : 'refuses'
}

function groupList(ids: readonly number[], { context, groupNames }: WordingContext): string {
  const names = ids.map((id) => groupNames.get(id) ?? String(id))
  return new Intl.ListFormat(context.locale).format(names)
}
