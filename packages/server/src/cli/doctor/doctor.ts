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
const neededNode = 24

/** `parley doctor`: whether everything is as it should be. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check that everything the forum needs is in order',
  usage: '',
  details: [
    'Checks the Node version, the configuration, the data folder and how fast its disk makes writes durable, the database, the client build, a sample of the counters, the keys and whether jobs have failed for good or wait for another key. Changes nothing. Each line says ok, warn or fail, and what to do; the exit code is 1 when something fails.',
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
    report(await attempt(async () => checkClient(input.site)))
    const environment = readConfiguration(input, report)
    if (environment) {
      for (const finding of await checkDataFolder(resolve(environment.dataDir))) report(finding)
      await checkDatabase(input.site, environment, report)
    }
    return hasFailed ? 1 : 0
  },
}

async function attempt(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return { state: 'fail', text: explain(error) ?? String(error) }
  }
}

function checkNode(): Finding {
  const { node } = process.versions
  return Number.parseInt(node, 10) === neededNode
    ? { state: 'ok', text: `Node ${node}` }
    : { state: 'fail', text: `Node ${node}: start through bin/parley or npm, which bring Node ${neededNode}` }
}

async function checkClient(site: Site): Promise<Finding> {
  try {
    await site.loadClient()
  } catch {
    return { state: 'fail', text: 'Client: there is no build. Run npm run build' }
  }
  return site.isClientFresh()
    ? { state: 'ok', text: 'Client: built from the sources as they are' }
    : { state: 'warn', text: 'Client: built from older sources. Run npm run build; serve does it too' }
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
    report({ state: 'warn', text: `Database: ${options.file} is not there yet; the first start creates it` })
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
            text: `Database: ${pending.length} migrations to run. Run bin/parley migrate; serve does it too`,
          },
    )
    if (pending.length > 0) return
    for (const finding of await checkKeys(database, environment)) report(finding)
    report(await attempt(() => checkCounters(database)))
    report(await attempt(() => checkJobs(database)))
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

/** Work that nobody will do unless an administrator looks at it. */
async function checkJobs({ read }: Database): Promise<Finding> {
  const { count } = await read
    .selectFrom('failed_jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count === 0) return { state: 'ok', text: 'Jobs: none has failed for good' }
  const last = await read
    .selectFrom('failed_jobs')
    .select(['name', 'description', 'error', 'failed_at'])
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const what = [last.name, ...(last.description === null ? [] : [last.description])].join(', ')
  return {
    state: 'warn',
    text: `Jobs: ${formatCount(count)} failed for good, the last one at ${last.failed_at} (${what}): ${last.error}. GET /api/failed-jobs lists them; docs/operations.md says how to try again`,
  }
}

/** The newest rows of each counter's table. */
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
