import { resolve } from 'node:path'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Secrets } from '../../points/context/context.ts'
import { loadSecrets } from '../../points/context/secrets.ts'
import type { Environment } from '../environment/env.ts'
import { explain } from '../faults.ts'
import type { Finding } from './finding.ts'

/** Checks that the current keys are those of the forum, and returns them if they are. Prints no key. */
export async function checkKeys(
  database: Database,
  { dataDir, keys }: Environment,
): Promise<{ finding: Finding; secrets?: Secrets }> {
  const folder = resolve(dataDir)
  try {
    const secrets = await loadSecrets(database, { dataDir: folder, ...(keys && { given: keys }) })
    if (!secrets) return { finding: { state: 'ok', text: 'Keys: the first start generates them' } }
    const source = keys ? 'from the environment' : `from ${folder}/keys`
    return { finding: { state: 'ok', text: `Keys: ${source}` }, secrets }
  } catch (error) {
    return { finding: { state: 'fail', text: `Keys: ${explain(error) ?? String(error)}` } }
  }
}
