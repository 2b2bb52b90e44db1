import {
  type Context,
  type Extension,
  type Problem,
  translatorOf,
  type UserRow,
  type Write,
  type WriteContext,
} from '@parley/server'
import { boxName } from '../../shared.ts'
import { readAnswers, type StoredAnswers } from '../state.ts'
import '../tables.ts'
import { storeAnswers } from './record.ts'

/** What counts as a tick. Only `true` is stored as one, unless a form has sent it, which has no booleans. */
const ticks: readonly unknown[] = [true, 1, '1', 'true', 'on', 'yes']

/** People sign up for themselves; administrators make accounts for others. */
function isSignUp({ isNew }: Write<UserRow>, { actor }: Context): boolean {
  return isNew && actor.isGuest
}

function checkBoxes(write: Write<UserRow>, context: Context): Problem[] {
  if (!isSignUp(write, context)) return []
  const { mandatory } = context.forum.tables.get('fof_terms_policies')
  return mandatory
    .filter(({ id }) => !ticks.includes(write.input.attributes[boxName(id)]))
    .map(({ id, name }) => ({
      detail: translatorOf(context)('terms.forum.signup.must-accept', { policy: name }),
      pointer: `/data/attributes/${boxName(id)}`,
    }))
}

function answersOf(write: Write<UserRow>, context: WriteContext): string | null {
  const { all } = context.forum.tables.get('fof_terms_policies')
  if (all.length === 0 || !isSignUp(write, context)) return null
  const { attributes, meta } = write.input
  const at = context.now.toISOString()
  const isTicked = (value: unknown) => value === true || (meta.isForm === true && ticks.includes(value))
  const answers: StoredAnswers = Object.fromEntries(
    all.map(({ id }) => [id, { at, isAccepted: isTicked(attributes[boxName(id)]) }]),
  )
  return JSON.stringify(answers)
}

/** The boxes of forms to sign up. */
export const signUpRules = { check: checkBoxes, initial: { terms_answers: answersOf } }

/** Stores the answers of a new account, which it has already, also where exports and its history find them. */
export const storeSignUp: NonNullable<NonNullable<Extension['on']>['user.registered']> = async (
  { user },
  context,
) => {
  const answers = readAnswers(user.terms_answers)
  const { all } = context.forum.tables.get('fof_terms_policies')
  const given = all.flatMap((policy) => {
    const answer = answers[policy.id]
    return answer ? [{ policy, isAccepted: answer.isAccepted }] : []
  })
  await storeAnswers(context, user.id, given, {})
}
