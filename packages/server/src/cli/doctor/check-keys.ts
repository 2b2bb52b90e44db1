import { resolve } from 'node:path'
import { payloadPurpose } from '../../engine/queue/enqueue-job.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { tryUnseal } from '../../infrastructure/keys/sealing.ts'
import type { Secrets } from '../../points/context/context.ts'
import { loadSecrets } from '../../points/context/secrets.ts'
import type { Environment } from '../environment/env.ts'
import { explain } from '../faults.ts'
import { formatCount } from '../terminal.ts'
import type { Finding } from './finding.ts'

const sampleSize = 1000

/** Checks that the current keys are those of the forum and unseal the payloads of its jobs. Prints no key. */
export async function checkKeys(database: Database, { dataDir, keys }: Environment): Promise<Finding[]> {
  const folder = resolve(dataDir)
  try {
    const secrets = await loadSecrets(database, { dataDir: folder, ...(keys && { given: keys }) })
    if (!secrets) return [{ state: 'ok', text: 'Keys: the first start generates them' }]
    const source = keys ? 'from the environment' : `from ${folder}/keys`
    return [{ state: 'ok', text: `Keys: ${source}` }, ...(await checkSealedJobs(database, secrets))]
  } catch (error) {
    return [{ state: 'fail', text: `Keys: ${explain(error) ?? String(error)}` }]
  }
}

async function checkSealedJobs({ read }: Database, secrets: Secrets): Promise<Finding[]> {
  const jobs = await read
    .selectFrom('jobs')
    .select('payload')
    .where('payload', 'is not', null)
    .orderBy('due_at')
    .orderBy('id')
    .limit(sampleSize)
    .execute()
  const unreadable = jobs.filter(
    ({ payload }) => tryUnseal(secrets, payloadPurpose, payload ?? '') === undefined,
  )
  if (unreadable.length === 0) return []
  return [
    {
      state: 'warn',
      text: `Keys: ${formatCount(unreadable.length)} jobs wait for a server with the key that sealed them. Set SECRET_KEY_PREVIOUS to that key, or start a server that has it`,
    },
  ]
}
