import { resolve } from 'node:path'
import { enabledOf } from '../../assembly/extensions/enabled-extensions.ts'
import { features } from '../../assembly/features.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { createRateLimits } from '../../infrastructure/limits/rate-limits.ts'
import { loadTranslations } from '../../infrastructure/translations.ts'
import { runChecks } from '../../points/checks/checks.ts'
import type { Secrets } from '../../points/context/context.ts'
import { StoredSettings, TypedSettings } from '../../points/context/setting-values.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import type { Points } from '../../points/extension-point.ts'
import { orderExtensions, resolveDeclarations } from '../../points/order-extensions.ts'
import { combinePoints } from '../../points/points.ts'
import type { Environment } from '../environment/env.ts'
import type { Finding } from './finding.ts'

/** The language of the command line. */
const locale = 'en'

/** The enabled extensions, and all declarations combined. */
interface Declarations {
  stored: StoredSettings
  enabled: readonly InstalledExtension[]
  points: Points
}

/** Reads which extensions are enabled, and combines their declarations with those of the core. */
export async function readDeclarations(
  database: Database,
  installed: readonly InstalledExtension[],
): Promise<Declarations> {
  const stored = new StoredSettings()
  await stored.load(database.read)
  const enabled = enabledOf(stored, installed)
  const points = combinePoints([...features, ...(await resolveDeclarations(orderExtensions(enabled)))])
  return { stored, enabled, points }
}

/** Runs the checks of the dashboard, those of enabled extensions too, without starting the forum. */
export async function checkForum(
  { stored, enabled, points }: Declarations,
  database: Database,
  environment: Environment,
  secrets: Secrets,
): Promise<Finding[]> {
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
    rateLimits: createRateLimits(points.rateLimits, rateLimits),
    secrets,
    settings: new TypedSettings(stored, points.settings),
    translate: (key: string, params?: Record<string, unknown>) => translations.translate(key, params, locale),
    ...(smtpUrl !== undefined && { smtpUrl }),
  }
  const found = await runChecks(checked, locale)
  return found.map(({ state, text, advice }) => ({ state, text, ...(advice !== null && { advice }) }))
}
