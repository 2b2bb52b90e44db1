import { z } from 'zod'
import { validationError } from '../../../infrastructure/errors.ts'
import { problemOf, readFields } from '../../../infrastructure/schema/problems.ts'
import { text, wholeNumber } from '../../../infrastructure/schema/values.ts'
import { requireAdministrator } from '../../../points/context/actor.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import type { Route } from '../../../points/requests/routes.ts'
import type { ResourceType } from '../../../points/resources/resource-rows.ts'
import { findByUsername } from '../../users/find.ts'
import { explain, type Question } from './explain.ts'
import { abilitiesOf, noType } from './questions.ts'
import { answerInWords } from './words.ts'

const id = wholeNumber({ min: 1, max: 999_999_999_999_999 })

const schemas = {
  userId: id.optional(),
  username: text({ max: 100 }).optional(),
  ability: text({ max: 100 }),
  type: text({ max: 100 }).optional(),
  id: id.optional(),
}

const answer = z.object({
  isAllowed: z.boolean(),
  lines: z.array(
    z.object({ text: z.string(), effect: z.enum(['allows', 'refuses', 'none']), depth: z.int() }),
  ),
})

/**
 * Reads a question. The person is a user, by id or username, or a guest.
 * @throws 422 for a username that no account has, an ability that the type does not have, and a type without an id.
 */
export async function readQuestion(
  sent: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Question> {
  const translate = translatorOf(context)
  const { username, ability, type = noType, id: objectId, ...ids } = readFields(schemas, sent, translate)
  const named = username === undefined ? undefined : await findByUsername(context.db, username)
  if (username !== undefined && !named)
    throw validationError({ problems: [problemOf('exists', 'username', translate)] })
  const userId = named?.id ?? ids.userId
  const question = { ability, ...(userId !== undefined && { userId }) }
  if (!abilitiesOf(type, context).includes(ability))
    throw validationError({ problems: [problemOf('in', 'ability', translate)] })
  if (type === noType) return question
  if (objectId === undefined) throw validationError({ problems: [problemOf('required', 'id', translate)] })
  return { ...question, object: { type: type as ResourceType, id: objectId } }
}

/** `GET /api/admin/why`: whether a person may do something, and why. */
export const whyRoute: Route = {
  method: 'GET',
  path: '/api/admin/why',
  describes: {
    summary: 'Explain why a user or guest may do something, or may not',
    query: schemas,
    answers: { 200: { json: answer }, 403: 'error', 404: 'error', 422: 'error' },
  },
  async run({ query }, context) {
    requireAdministrator(context)
    const explanation = await explain(await readQuestion(query, context), context)
    return { status: 200, json: await answerInWords(explanation, context) }
  },
}
