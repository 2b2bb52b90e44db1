import { z } from 'zod'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { invalidParameter, type Problem, validationError } from '../../infrastructure/errors.ts'
import { problemOf, problemsOf, type Translate } from '../../infrastructure/schema/problems.ts'
import { isStorable, text } from '../../infrastructure/schema/values.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import { secretMask } from '../../points/settings/setting-form.ts'
import type { Setting } from '../../points/settings/settings.ts'
import { refuseConflicts } from './conflicts.ts'
import { writeSettings } from './store.ts'

const maximumKeyLength = 100
const anyText = text({ required: false, max: 65_000 })

/**
 * Reads sent settings: texts, numbers, booleans and null by key (api-core 3.10, D2, D24). Values of declared settings
 * must match their schema; others may be any text. Leaves out masked secrets. Throws a validation error with all problems.
 */
export function readSettings(
  sent: Readonly<Record<string, unknown>>,
  context: Context,
): Record<string, string | null> {
  const { settings } = context.forum.points
  const translate = translatorOf(context)
  const read = Object.entries(sent)
    .map(([key, value]) => ({ key, value: toStoredText(value) }))
    .filter(({ key, value }) => value !== secretMask || settings.get(key)?.form?.field.kind !== 'secret')
  const problems = read.flatMap(
    ({ key, value }) =>
      keyProblems(key, settings.get(key), translate) ?? valueProblems(key, value, settings.get(key), context),
  )
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

function keyProblems(key: string, setting: Setting | undefined, translate: Translate): Problem[] | undefined {
  if (setting?.isReserved) return [problemOf('prohibited', key, translate)]
  if (key !== '' && key.length <= maximumKeyLength && isStorable(key)) return undefined
  return [{ detail: translate('core.api.invalid_setting_key_message'), pointer: '/data' }]
}

function valueProblems(
  key: string,
  value: unknown,
  setting: Setting | undefined,
  context: Context,
): Problem[] {
  const translate = translatorOf(context)
  const checked = value === null ? undefined : anyText.safeParse(value)
  if (checked?.error) return problemsOf(checked.error, key, translate)
  const parsed = setting?.schema.safeParse(value)
  if (parsed?.error) return problemsOf(parsed.error, key, translate)
  const reason = parsed && setting?.refuse?.(parsed.data, context)
  return reason === undefined ? [] : [{ detail: translate(reason), pointer: `/data/attributes/${key}` }]
}

/** The version of the settings that an administrator has seen, from `GET /api/admin/settings`. */
const seenVersion = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** `POST /api/settings`: stores all sent settings or none. */
export const settingsRoute: Route = {
  method: 'POST',
  path: '/api/settings',
  describes: {
    summary: 'Store settings: all that are sent, or none',
    query: { version: seenVersion.optional() },
    body: z.record(z.string(), z.union([anyText, z.number(), z.boolean(), z.null()])),
    answers: { 204: 'empty', 400: 'error', 403: 'error', 409: 'error', 422: 'error' },
  },
  async run({ body, query }, context) {
    requireAdministrator(context)
    const version = seenVersion.optional().safeParse(query.version)
    if (!version.success) throw invalidParameter()
    const { csrfToken: _, ...sent } = body
    const values = readSettings(sent, context)
    const check = (db: Queries) => refuseConflicts({ ...context, db }, values, version.data)
    await context.forum.write(context, (writing) => writeSettings(writing, values, check))
    return { status: 204, empty: true }
  },
}
