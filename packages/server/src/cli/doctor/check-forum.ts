import { resolve } from 'node:path'
import { enabledOf } from '../../assembly/extensions/enabled-extensions.ts'
import { features } from '../../assembly/features.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { createRateLimits } from '../../infrastructure/limits/rate-limits.ts'
import { loadTranslations } from '../../infrastructure/translations.ts'
import { runChecks } from '../../points/checks/checks.ts'
import type { Secrets } from '../../points/context/context.ts'
import { StoredSettings, TypedSettings } from '../../points/context/setting-values.ts'
import { orderExtensions, resolveDeclarations } from '../../points/order-extensions.ts'
import { combinePoints } from '../../points/points.ts'
import type { Site } from '../command.ts'
import type { Environment } from '../environment/env.ts'
import type { Finding } from './finding.ts'

/** The language of the command line. */
const locale = 'en'

/** Runs the checks of the dashboard, those of enabled extensions too, without starting the forum. */
export async function checkForum(
  site: Site,
  database: Database,
  environment: Environment,
  secrets: Secrets,
): Promise<Finding[]> {
  const stored = new StoredSettings()
  await stored.load(database.read)
  const enabled = enabledOf(stored, await site.loadExtensions({ withoutThirdParty: environment.isSafeMode }))
  const points = combinePoints([...features, ...(await resolveDeclarations(orderExtensions(enabled)))])
  const folders = enabled.flatMap(({ folder }) => (folder === undefined ? [] : [`${folder}/locale`]))
  const translations = await loadTranslations(folders)
  const { baseUrl, dataDir, debug, pageCache, rateLimits, smtpUrl } = environment
  const checked = {
    baseUrl,
    cachesPages: pageCache === 'on',
    database,
    dataDir: resolve(dataDir),
    debug,
    locale,
    points,
    rateLimits: createRateLimits(rateLimits),
    secrets,
    settings: new TypedSettings(stored, points.settings),
    translate: (key: string, params?: Record<string, unknown>) => translations.translate(key, params, locale),
    ...(smtpUrl !== undefined && { smtpUrl }),
  }
  const found = await runChecks(checked, locale)
  return found.map(({ state, text, advice }) => ({ state, text, ...(advice !== null && { advice }) }))
}
