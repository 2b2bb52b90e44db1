import type { Context, Field, UserRow } from '@parley/server'
import { administrators, everyone, members } from '@parley/server/actor'
import type { PolicyState } from '../../shared.ts'
import { postpone, seesState } from '../rights.ts'
import { owesAny, readAnswers, stateOf } from '../state.ts'
import '../tables.ts'

type States = Readonly<Record<string, PolicyState>>

const reads = ['terms_answers', 'is_email_confirmed'] as const

/** The states of the users of which the actor may see them, by user. Only members who owe something cost a query. */
async function statesOf(users: readonly UserRow[], context: Context): Promise<Map<number, States>> {
  const seen = users.filter((user) => seesState(context.actor, user))
  const { all, mandatory } = context.forum.tables.get('fof_terms_policies')
  const owing = seen.filter((user) => owesAny(mandatory, user.terms_answers))
  const postponing = await postponingOf(owing, context)
  return new Map(
    seen.map((user) => {
      const answers = readAnswers(user.terms_answers)
      const states = all.map((policy) => [
        policy.id,
        stateOf(policy, answers[policy.id], postponing.has(user.id)),
      ])
      return [user.id, Object.fromEntries(states) as States]
    }),
  )
}

/** Which of these users are never forced to accept. */
async function postponingOf(users: readonly UserRow[], { db, forum }: Context): Promise<Set<number>> {
  if (users.length === 0) return new Set()
  const memberships = await db
    .selectFrom('group_user')
    .select(['user_id', 'group_id'])
    .where((eb) =>
      forum.database.dialect.idIn(
        eb.ref('user_id'),
        users.map(({ id }) => id),
      ),
    )
    .execute()
  const groups = Map.groupBy(memberships, ({ user_id }) => user_id)
  const mayPostpone = ({ id, is_email_confirmed }: UserRow) => {
    const assigned = (groups.get(id) ?? []).map(({ group_id }) => group_id)
    const effective = new Set(is_email_confirmed ? [everyone, members, ...assigned] : [everyone])
    return assigned.includes(administrators) || forum.grants.holds(effective, postpone)
  }
  return new Set(users.filter(mayPostpone).map(({ id }) => id))
}

/** Whether any policy of a user has a mark. */
function anyField(mark: 'has_update' | 'must_accept'): Field<UserRow> {
  return {
    form: 'basic',
    json: 'boolean',
    reads,
    async load(users, context) {
      const states = await statesOf(users, context)
      return new Map(
        [...states].map(([id, byPolicy]) => [id, Object.values(byPolicy).some((state) => state[mark])]),
      )
    },
  }
}

/** What users have answered: for themselves, and for those who may see it (api-extensions 17, 28.6). */
export const userFields: Record<string, Field<UserRow>> = {
  fofTermsPoliciesState: { form: 'basic', json: 'object', reads, load: statesOf },
  fofTermsPoliciesHasUpdate: anyField('has_update'),
  fofTermsPoliciesMustAccept: anyField('must_accept'),
}
