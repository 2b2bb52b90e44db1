import { z } from 'zod'
import { type Problem, validationError } from '../../infrastructure/errors.ts'
import { problemOf, problemsOf, type Translate } from '../../infrastructure/schema/problems.ts'
import { isStorable, text } from '../../infrastructure/schema/values.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import { writeSettings } from './store.ts'

const maximumKeyLength = 100
const anyText = text({ required: false, max: 65_000 })

/** Keys that this route refuses: only the forum itself writes them. */
const reservedKeys = new Set(['version', 'extensions_enabled'])

/**
 * Reads sent settings: texts, numbers, booleans and null by key (api-core 3.10, D2, D24). Values of declared settings
 * must match their schema; others may be any text. Throws a validation error with all problems.
 */
export function readSettings(
  sent: Readonly<Record<string, unknown>>,
  context: Context,
): Record<string, string | null> {
  const translate = translatorOf(context)
  const read = Object.entries(sent).map(([key, value]) => ({ key, value: toStoredText(value) }))
  const problems = read.flatMap(({ key, value }) => {
    const schema = context.forum.points.settings.get(key)?.schema
    return keyProblems(key, translate) ?? valueProblems(key, value, schema, translate)
  })
  if (problems.length > 0) throw validationError({ problems })
  // `fromEntries` defines properties, so that keys such as __proto__ are stored like others.
  return Object.fromEntries(read.map(({ key, value }) => [key, value as string | null]))
}

/** The stored text of a value; values that cannot be stored are returned unchanged. */
function toStoredText(value: unknown): unknown {
  if (value === true) return '1'
  if (value === false) return ''
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : value
}

function keyProblems(key: string, translate: Translate): Problem[] | undefined {
  if (reservedKeys.has(key)) return [problemOf('prohibited', key, translate)]
  if (key !== '' && key.length <= maximumKeyLength && isStorable(key)) return undefined
  return [{ detail: translate('core.api.invalid_setting_key_message'), pointer: '/data' }]
}

function valueProblems(
  key: string,
  value: unknown,
  schema: z.ZodType | undefined,
  translate: Translate,
): Problem[] {
  const checked = value === null ? undefined : anyText.safeParse(value)
  if (checked?.error) return problemsOf(checked.error, key, translate)
  const parsed = schema?.safeParse(value)
  return parsed?.error ? problemsOf(parsed.error, key, translate) : []
}

/** `POST /api/settings`: stores all sent settings or none. */
export const settingsRoute: Route = {
  method: 'POST',
  path: '/api/settings',
  describes: {
    summary: 'Store settings: all that are sent, or none',
    body: z.record(z.string(), z.union([anyText, z.number(), z.boolean(), z.null()])),
    answers: { 204: 'empty', 403: 'error', 422: 'error' },
  },
  async run({ body }, context) {
    requireAdministrator(context)
    const { csrfToken: _, ...sent } = body
    const values = readSettings(sent, context)
    await context.forum.write(context, (writing) => writeSettings(writing, values))
    return { status: 204, empty: true }
  },
}
