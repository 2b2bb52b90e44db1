import type { Queries } from '../../infrastructure/db/tables.ts'
import { validationError } from '../../infrastructure/errors.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import { TypedSettings } from '../../points/context/setting-values.ts'

/**
 * Asks the rules over several settings. The caller keeps others from changing settings.
 * @throws 422 at each sent setting of a rule that refuses.
 */
export async function refuseByRules(
  context: Context & { db: Queries },
  sent: Readonly<Record<string, string | null>>,
): Promise<void> {
  const { settingRules, settings } = context.forum.points
  const rules = settingRules.filter((rule) => rule.settings.some((key) => Object.hasOwn(sent, key)))
  if (rules.length === 0) return
  const keys = [...new Set(rules.flatMap((rule) => rule.settings))]
  const rows = await context.db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', keys)
    .execute()
  const texts = new Map([...rows.map(({ key, value }) => [key, value] as const), ...Object.entries(sent)])
  const values = new TypedSettings({ version: 0, text: (key) => texts.get(key) }, settings)
  const problems = rules.flatMap((rule) => {
    const reason = rule.refuse(values, context)
    if (reason === undefined) return []
    const detail = translatorOf(context)(reason)
    return rule.settings
      .filter((key) => Object.hasOwn(sent, key))
      .map((key) => ({ detail, pointer: `/data/attributes/${key}` }))
  })
  if (problems.length > 0) throw validationError({ problems })
}
