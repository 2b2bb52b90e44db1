import { z } from 'zod'
import { documentAnswer } from '../../engine/http/endpoint.ts'
import { currentVersion } from '../../infrastructure/configuration.ts'
import { invalidParameter } from '../../infrastructure/errors.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { Owned } from '../../points/declared.ts'
import type { Route } from '../../points/requests/routes.ts'
import { optionsOf, type SettingForm, secretMask } from '../../points/settings/setting-form.ts'
import type { Setting } from '../../points/settings/settings.ts'

type FormSetting = Owned<Setting> & { form: SettingForm }

const texts = z.string().optional()
const pageName = z.string().min(1).max(100).optional()

const document = z.object({
  data: z.array(
    z.object({
      type: z.literal('settings'),
      id: z.string(),
      attributes: z.object({
        page: z.string(),
        label: z.string(),
        help: texts,
        keywords: texts,
        section: z.object({ heading: z.string(), text: texts }).optional(),
        row: texts,
        when: z.object({ setting: z.string(), value: z.string() }).optional(),
        field: z.looseObject({ kind: z.string() }),
        value: z.string().nullable(),
        isDefault: z.boolean(),
      }),
    }),
  ),
  meta: z.object({ version: z.string() }),
})

/** `GET /api/admin/settings`: the settings that have a field, in the order of the pages, with values and texts. */
export const adminSettingsRoute: Route = {
  method: 'GET',
  path: '/api/admin/settings',
  describes: {
    summary: 'List the settings with their fields, or those of one page',
    query: { page: pageName },
    answers: { 200: { document }, 400: 'error', 403: 'error' },
  },
  async run({ query }, context) {
    requireAdministrator(context)
    const page = pageName.safeParse(query.page)
    if (!page.success) throw invalidParameter()
    const listed = formSettings(context).filter(
      ([, setting]) => page.data === undefined || pageOf(setting) === page.data,
    )
    // First the version: a change meanwhile is then a conflict, and never unnoticed.
    const version = await currentVersion(context.db)
    const stored = await storedTexts(
      context,
      listed.map(([key]) => key),
    )
    const data = listed.map(([key, setting]) => ({
      type: 'settings',
      id: key,
      attributes: describe(setting, stored.get(key), context),
    }))
    return documentAnswer(200, { data, meta: { version: String(version) } })
  },
}

/** The settings with a field, by page, section and order. */
function formSettings({ forum: { points } }: Context): [string, FormSetting][] {
  const listed = [...points.settings].filter((entry): entry is [string, FormSetting] => !!entry[1].form)
  const rank = ({ form }: FormSetting) =>
    form.section ? (form.section.order ?? 0) : Number.NEGATIVE_INFINITY
  const heading = ({ form }: FormSetting) => form.section?.heading ?? ''
  return listed.sort(
    ([, one], [, other]) =>
      compare(pageOf(one), pageOf(other)) ||
      compare(rank(one), rank(other)) ||
      compare(heading(one), heading(other)) ||
      (one.form.order ?? 0) - (other.form.order ?? 0),
  )
}

function compare<Value extends number | string>(one: Value, other: Value): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function pageOf({ form, owner }: FormSetting): string {
  return form.page ?? owner
}

async function storedTexts({ db }: Context, keys: readonly string[]): Promise<Map<string, string | null>> {
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

function describe(setting: FormSetting, stored: string | null | undefined, context: Context) {
  const translate = translatorOf(context)
  const { form } = setting
  const { section, row, help, keywords, when, field } = form
  const isStored = stored !== undefined && setting.schema.safeParse(stored).success
  const options = optionsOf(field, context)?.map((option) => ({
    value: option.value,
    name: 'name' in option ? option.name : translate(option.label),
  }))
  return {
    page: pageOf(setting),
    label: translate(form.label),
    ...(help && { help: translate(help) }),
    ...(keywords && { keywords: translate(keywords) }),
    ...(section && {
      section: {
        heading: translate(section.heading),
        ...(section.text && { text: translate(section.text) }),
      },
    }),
    ...(row && { row: translate(row) }),
    ...(when && { when }),
    field: {
      ...field,
      ...(options && { options }),
      ...('other' in field && field.other !== undefined && { other: translate(field.other) }),
    },
    value: isStored ? shownValue(setting, stored, context) : (form.defaultText ?? textOf(setting.default)),
    isDefault: !isStored,
  }
}

/** The text of a setting in its field: the address of a picture, a mask for a secret. */
function shownValue(setting: FormSetting, text: string | null, { forum }: Context): string | null {
  return setting.form.field.kind === 'picture' && text ? forum.files.url(text) : shownText(setting, text)
}

/** The text of a setting as administrators see it: a mask for a secret. */
export function shownText({ form }: Setting, text: string | null): string | null {
  return form?.field.kind === 'secret' && text ? secretMask : text
}

/** The text that stands for a default. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? '1' : ''
  return Array.isArray(value) ? value.join('\n') : String(value)
}
