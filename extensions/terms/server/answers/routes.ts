import { answerRow, type Extension, notAuthenticated } from '@parley/server'
import { afterWrite, findPolicy, policiesPath } from '../policies/routes.ts'
import { answerPolicy } from './record.ts'

type Route = NonNullable<Extension['routes']>[number]

/** Answers a policy; the answer is the actor with the new state. Members who have only a guest's rights may do it. */
function answerRoute(word: 'accept' | 'decline', summary: string): Route {
  return {
    method: 'POST',
    path: `${policiesPath}/:id/${word}`,
    document: { type: 'users' },
    describes: {
      summary,
      answers: { 200: { resource: 'users' }, 401: 'error', 404: 'error', 422: 'error' },
    },
    async run(request, context) {
      const { actor, forum } = context
      if (actor.isGuest) throw notAuthenticated()
      const policy = await findPolicy(request, context)
      await forum.write(context, (writing) =>
        answerPolicy({ policy, isAccepted: word === 'accept' }, writing),
      )
      return answerRow(request, afterWrite(context), actor.id, { form: 'basic' })
    },
  }
}

export const answerRoutes: readonly Route[] = [
  answerRoute('accept', 'Accept a policy'),
  answerRoute('decline', 'Decline an optional policy'),
]
