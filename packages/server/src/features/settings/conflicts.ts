import type { Queries } from '../../infrastructure/db/tables.ts'
import { conflict } from '../../infrastructure/errors.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import { secretMask } from '../../points/settings/setting-form.ts'
import { shownText } from './admin-settings.ts'

const batchSize = 500

/**
 * Refuses to overwrite what another administrator has changed since the version that this one has seen.
 * @throws 409 with the changed settings and their values.
 */
export async function refuseConflicts(
  context: Context & { db: Queries },
  values: Readonly<Record<string, string | null>>,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined) return
  const translate = translatorOf(context)
  const { settings } = context.forum.points
  const changed = await changedSince(context.db, Object.keys(values), seen)
  const problems = changed
    .filter(({ key, value }) => value !== values[key])
    .map(({ key, value }) => {
      const setting = settings.get(key)
      const label = setting?.form ? translate(setting.form.label) : key
      return {
        detail: translate('core.api.setting_changed_message', { label }),
        pointer: `/data/attributes/${key}`,
        // What nothing declares may be a credential of an extension that is disabled.
        members: { meta: { value: setting ? shownText(setting, value) : secretMask } },
      }
    })
  if (problems.length > 0) throw conflict({ problems })
}

async function changedSince(db: Queries, keys: readonly string[], seen: number) {
  const rows: { key: string; value: string | null }[] = []
  for (let start = 0; start < keys.length; start += batchSize) {
    rows.push(
      ...(await db
        .selectFrom('settings')
        .select(['key', 'value'])
        .where('key', 'in', keys.slice(start, start + batchSize))
        .where('changed_in', '>', seen)
        .orderBy('key')
        .execute()),
    )
  }
  return rows
}
