import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { payloadPurpose } from '../../engine/queue/enqueue-job.ts'
import { nextDue } from '../../engine/queue/leases.ts'
import { tryUnseal } from '../../infrastructure/keys/sealing.ts'
import type { Check, Finding } from '../../points/checks/checks.ts'
import { readMailConfiguration } from '../mail/deliver.ts'
import { readDatabaseState, readFailedJobs } from './state.ts'

/** The major version of Node that package.json requires. */
const requiredNode = 24

const lowDiskBytes = 2 ** 30
const fullDiskBytes = 2 ** 26

/** Seconds after which a due job should have begun. */
const toleratedDelay = 300

/** Jobs whose payloads are tried with the keys. */
const sealedSample = 200

/** The name of the job that sends a mail. */
const mailJob = 'mail.send'

/** The checks of the core, the most urgent first. */
export const coreChecks: Readonly<Record<string, Check>> = {
  node: () => {
    const { node } = process.versions
    const params = { version: node, required: requiredNode }
    const isRequired = Number.parseInt(node, 10) === requiredNode
    return [{ state: isRequired ? 'ok' : 'fail', key: keyOf('node', isRequired), params }]
  },
  async database({ database }) {
    const { name, version, bytes } = await readDatabaseState(database)
    const params = { name, version, megabytes: Math.ceil(bytes / 2 ** 20) }
    return [{ state: 'ok', key: 'core.admin.checks.database', params }]
  },
  async disk({ dataDir }) {
    // The first start creates the folder.
    if (!existsSync(dataDir)) return []
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const params = { gigabytes: (free / 2 ** 30).toFixed(1) }
    const state = free < fullDiskBytes ? 'fail' : free < lowDiskBytes ? 'warn' : 'ok'
    return [{ state, key: keyOf('disk', state === 'ok'), params }]
  },
  'base-url': ({ baseUrl, visitedHosts }) => {
    const other = visitedHosts?.other
    const params = { baseUrl, other: other ?? '' }
    return other === undefined ? [] : [{ state: 'warn', key: 'core.admin.checks.base_url', params }]
  },
  modes: ({ debug, rateLimits, cachesPages, settings }) => [
    ...(settings.get('safe_mode') ? [warning('core.admin.checks.safe_mode')] : []),
    ...(debug ? [warning('core.admin.checks.debug')] : []),
    ...(rateLimits.areOff ? [warning('core.admin.checks.rate_limits')] : []),
    ...(cachesPages ? [] : [warning('core.admin.checks.page_cache')]),
  ],
  mail: (checked) => {
    const { driver, errors } = readMailConfiguration(checked)
    if (driver?.delivers) return [{ state: 'ok', key: 'core.admin.checks.mail_ok' }]
    if (driver) return [warning('core.admin.checks.mail_unsent')]
    const reasons = Object.values(errors).flat().join(' ')
    return [{ state: 'fail', key: 'core.admin.checks.mail_wrong', params: { reasons } }]
  },
  async jobs({ database }) {
    const { kinds, last } = await readFailedJobs(database)
    const failed = (isMail: boolean) =>
      kinds.filter(({ name }) => (name === mailJob) === isMail).reduce((sum, { count }) => sum + count, 0)
    const describe = (isMail: boolean): Finding[] => {
      const found = last.find(({ name }) => (name === mailJob) === isMail)
      if (!found) return []
      const { name, description, error, failed_at } = found
      const job = description === null ? name : `${name}, ${description}`
      const params = { count: failed(isMail), job, error, time: failed_at }
      return [
        { state: 'warn', key: isMail ? 'core.admin.checks.mail_failed' : 'core.admin.checks.jobs', params },
      ]
    }
    const found = [...describe(true), ...describe(false)]
    return found.length > 0 ? found : [{ state: 'ok', key: 'core.admin.checks.jobs_ok' }]
  },
  async queue({ database }) {
    const next = await nextDue(database)
    const delay = next ? Math.round((next.now - next.due) / 1000) : 0
    const isLate = delay > toleratedDelay
    const params = { minutes: Math.floor(delay / 60) }
    return [{ state: isLate ? 'warn' : 'ok', key: keyOf('queue', !isLate), params }]
  },
  async keys({ database, secrets }) {
    const jobs = await database.read
      .selectFrom('jobs')
      .select('payload')
      .where('payload', 'is not', null)
      .orderBy('due_at')
      .orderBy('id')
      .limit(sealedSample)
      .execute()
    const count = jobs.filter(
      ({ payload }) => tryUnseal(secrets, payloadPurpose, payload ?? '') === undefined,
    ).length
    return count === 0 ? [] : [{ state: 'warn', key: 'core.admin.checks.keys', params: { count } }]
  },
}

function warning(key: string): Finding {
  return { state: 'warn', key }
}

/** The key of a finding; that of a good one ends with `_ok`. */
function keyOf(name: string, isOk: boolean): string {
  return `core.admin.checks.${name}${isOk ? '_ok' : ''}`
}
