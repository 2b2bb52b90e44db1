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

/** Whether the keys at hand are those of the forum, and open what its jobs are told. Shows none of them. */
export async function checkKeys(database: Database, { dataDir, keys }: Environment): Promise<Finding[]> {
  const folder = resolve(dataDir)
  try {
    const secrets = await loadSecrets(database, { dataDir: folder, ...(keys && { given: keys }) })
    if (!secrets) return [{ state: 'ok', text: 'Keys: the first start makes them' }]
    const from = keys ? 'from the environment' : `from ${folder}/keys`
    return [{ state: 'ok', text: `Keys: ${from}` }, ...(await checkSealedJobs(database, secrets))]
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
  const unread = jobs.filter(({ payload }) => tryUnseal(secrets, payloadPurpose, payload ?? '') === undefined)
  if (unread.length === 0) return []
  return [
    {
      state: 'warn',
      text: `Keys: ${formatCount(unread.length)} jobs wait for a server with the key they were sealed under. Set SECRET_KEY_PREVIOUS to that key, or start a server that has it`,
    },
  ]
}
