import {
  findRowForUpdate,
  lockRow,
  problemOf,
  timestamp,
  translatorOf,
  validationError,
  type WriteContext,
} from '@parley/server'
import { readAnswers, type StoredAnswers } from '../state.ts'
import type { PolicyRow } from '../tables.ts'

const mandatory = { rule: 'terms.api.mandatory_message', ownKey: true } as const

/** An answer to a policy. */
export interface GivenAnswer {
  policy: PolicyRow
  isAccepted: boolean
}

/**
 * Stores an answer of the actor. @throws 422 for declining a mandatory policy, and 404 for one that was deleted meanwhile.
 */
export async function answerPolicy(
  { policy: { id }, isAccepted }: GivenAnswer,
  context: WriteContext,
): Promise<void> {
  const { db, actor } = context
  await lockRow(context, 'users', actor.id)
  // Holds off its deletion until the answer is stored.
  const policy = await findRowForUpdate(context, 'fof-terms-policies', id)
  if (!isAccepted && !policy.optional)
    throw validationError({ problems: [problemOf(mandatory, 'is_accepted', translatorOf(context))] })
  const { terms_answers: stored } = await db
    .selectFrom('users')
    .select('terms_answers')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const answers = readAnswers(stored)
  const at = timestamp(context)
  await db
    .updateTable('users')
    .set({ terms_answers: JSON.stringify({ ...answers, [id]: { at, isAccepted } }) })
    .where('id', '=', actor.id)
    .execute()
  await storeAnswers(context, actor.id, [{ policy, isAccepted }], answers)
}

/** Stores answers beside those in the account. The history has each that says something new. `before`: the answers so far. */
export async function storeAnswers(
  context: WriteContext,
  user_id: number,
  given: readonly GivenAnswer[],
  before: StoredAnswers,
): Promise<void> {
  const { db } = context
  const at = timestamp(context)
  for (const { policy, isAccepted } of given) {
    const answer = { accepted_at: at, is_accepted: isAccepted }
    await db
      .insertInto('fof_terms_policy_user')
      .values({ policy_id: policy.id, user_id, ...answer })
      .onConflict((conflict) => conflict.columns(['policy_id', 'user_id']).doUpdateSet(answer))
      .execute()
    const last = before[policy.id]
    const isSame =
      last?.isAccepted === isAccepted && !(policy.terms_updated_at && policy.terms_updated_at > last.at)
    if (isSame) continue
    await db
      .insertInto('terms_answers')
      .values({
        user_id,
        policy_id: policy.id,
        policy_name: policy.name,
        terms_updated_at: policy.terms_updated_at,
        answered_at: at,
        is_accepted: isAccepted,
      })
      .execute()
  }
}
