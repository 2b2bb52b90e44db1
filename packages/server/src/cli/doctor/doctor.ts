import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { features } from '../../assembly/features.ts'
import { coreCounters } from '../../features/counters/core-counters.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { pendingMigrations } from '../../infrastructure/db/migrations/migrate.ts'
import type { OwnedMigrations } from '../../infrastructure/db/migrations/migrations.ts'
import { openDatabase } from '../../infrastructure/db/open.ts'
import { orderExtensions, resolveDeclarations } from '../../points/order-extensions.ts'
import { combinePoints } from '../../points/points.ts'
import type { Command, CommandInput, Site } from '../command.ts'
import { type Environment, readEnvironment } from '../environment/env.ts'
import { explain } from '../faults.ts'
import { databaseOf } from '../open-forum.ts'
import { formatCount } from '../terminal.ts'
import { checkKeys } from './check-keys.ts'
import { checkDataFolder } from './data-folder.ts'
import type { Finding } from './finding.ts'

const sampleSize = 200
const requiredNode = 24

/** `parley doctor`: checks the installation. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check configuration, disk, database and keys',
  usage: '',
  details: [
    'Checks the Node version, the configuration, the data folder and the rate of durable writes on its disk, the database, the client build, a sample of the counters, the keys and whether jobs have failed permanently or wait for another key. Changes nothing. Each line starts with ok, warn or fail and gives advice; the exit code is 1 if a check fails.',
  ],
  options: {},
  optionHelp: [],
  arguments: 0,
  async run(input) {
    let hasFailed = false
    const report = ({ state, text }: Finding) => {
      input.terminal.print(`${state.padEnd(4)}  ${text}`)
      if (state === 'fail') hasFailed = true
    }
    report(checkNode())
    report(await runCheck(async () => checkClient(input.site)))
    const environment = readConfiguration(input, report)
    if (environment) {
      for (const finding of await checkDataFolder(resolve(environment.dataDir))) report(finding)
      await checkDatabase(input.site, environment, report)
    }
    return hasFailed ? 1 : 0
  },
}

async function runCheck(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return { state: 'fail', text: explain(error) ?? String(error) }
  }
}

function checkNode(): Finding {
  const { node } = process.versions
  return Number.parseInt(node, 10) === requiredNode
    ? { state: 'ok', text: `Node ${node}` }
    : {
        state: 'fail',
        text: `Node ${node}: start through bin/parley or npm, which bring Node ${requiredNode}`,
      }
}

async function checkClient(site: Site): Promise<Finding> {
  try {
    await site.loadClient()
  } catch {
    return { state: 'fail', text: 'Client: it is not built. Run npm run build' }
  }
  return site.isClientFresh()
    ? { state: 'ok', text: 'Client: built from the current sources' }
    : { state: 'warn', text: 'Client: built from older sources. Run npm run build; serve does so too' }
}

function readConfiguration(
  { environment }: CommandInput,
  report: (finding: Finding) => void,
): Environment | undefined {
  try {
    const read = readEnvironment(environment)
    report({ state: 'ok', text: `Configuration: ${read.baseUrl}, served on ${read.host} port ${read.port}` })
    if (read.rateLimits === 'off') report({ state: 'warn', text: 'RATE_LIMITS is off: for load tests only' })
    return read
  } catch (error) {
    report({ state: 'fail', text: explain(error) ?? String(error) })
    return undefined
  }
}

async function checkDatabase(
  site: Site,
  environment: Environment,
  report: (finding: Finding) => void,
): Promise<void> {
  const options = databaseOf(environment)
  if (options.file !== undefined && !existsSync(options.file)) {
    report({
      state: 'warn',
      text: `Database: ${options.file} does not exist yet; the first start creates it`,
    })
    return
  }
  let database: Database
  try {
    database = await openDatabase(options)
  } catch (error) {
    report({ state: 'fail', text: `Database: ${explain(error) ?? String(error)}` })
    return
  }
  try {
    const pending = await pendingMigrations(database, await allMigrations(site))
    report(
      pending.length === 0
        ? { state: 'ok', text: `Database: ${database.dialect.name}, up to date` }
        : {
            state: 'warn',
            text: `Database: ${pending.length} migrations to run. Run bin/parley migrate; serve does so too`,
          },
    )
    if (pending.length > 0) return
    for (const finding of await checkKeys(database, environment)) report(finding)
    report(await runCheck(() => checkCounters(database)))
    report(await runCheck(() => checkJobs(database)))
  } catch (error) {
    report({ state: 'fail', text: `Database: ${explain(error) ?? String(error)}` })
  } finally {
    await database.close()
  }
}

async function allMigrations(site: Site): Promise<readonly OwnedMigrations[]> {
  const extensions = await resolveDeclarations(orderExtensions(await site.loadExtensions()))
  return combinePoints([...features, ...extensions]).migrations
}

/** Reports jobs that have failed permanently and need an administrator. */
async function checkJobs({ read }: Database): Promise<Finding> {
  const { count } = await read
    .selectFrom('failed_jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count === 0) return { state: 'ok', text: 'Jobs: none has failed permanently' }
  const last = await read
    .selectFrom('failed_jobs')
    .select(['name', 'description', 'error', 'failed_at'])
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const job = [last.name, ...(last.description === null ? [] : [last.description])].join(', ')
  return {
    state: 'warn',
    text: `Jobs: ${formatCount(count)} failed permanently, the last one at ${last.failed_at} (${job}): ${last.error}. GET /api/failed-jobs lists them; docs/operations.md explains how to retry them`,
  }
}

/** Verifies the newest rows of each counter's table. */
async function checkCounters(database: Database): Promise<Finding> {
  let wrong = 0
  for (const counter of coreCounters) {
    const rows = await database.read
      .selectFrom(counter.table)
      .select('id')
      .orderBy('id', 'desc')
      .limit(sampleSize)
      .execute()
    const ids = rows.map(({ id }) => id)
    wrong += (await counter.differences(database, ids)).length
  }
  return wrong === 0
    ? { state: 'ok', text: `Counters: a sample of ${sampleSize} discussions and people is exact` }
    : { state: 'fail', text: `Counters: ${formatCount(wrong)} of a sample are wrong. Run bin/parley recount` }
}
