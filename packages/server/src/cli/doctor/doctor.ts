import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { features } from '../../assembly/features.ts'
import { newestCounted } from '../../features/counters/recount.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { pendingMigrations } from '../../infrastructure/db/migrations/migrate.ts'
import type { OwnedMigrations } from '../../infrastructure/db/migrations/migrations.ts'
import { openDatabase } from '../../infrastructure/db/open.ts'
import { type Counter, countersOf } from '../../points/counters/counters.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import { orderExtensions, resolveDeclarations } from '../../points/order-extensions.ts'
import { combinePoints } from '../../points/points.ts'
import type { Command, CommandInput, Site } from '../command.ts'
import { type Environment, readEnvironment } from '../environment/env.ts'
import { requireKnownLimits } from '../environment/known-limits.ts'
import { explain } from '../faults.ts'
import { databaseOf } from '../open-forum.ts'
import { formatCount } from '../terminal.ts'
import { checkForum, readDeclarations } from './check-forum.ts'
import { checkKeys } from './check-keys.ts'
import { checkDataFolder } from './data-folder.ts'
import type { Finding } from './finding.ts'

const sampleSize = 200

/** `parley doctor`: checks the installation. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check configuration, disk, database, mail, queue and keys',
  usage: '[--json]',
  details: [
    'Checks the client build, the configuration, the data folder and the rate of durable writes on its disk, the database, a sample of the counters and the keys, and all that the dashboard of administrators checks: disk space, mail, jobs, the queue, and what enabled extensions check. Changes nothing. Each line starts with ok, warn or fail and gives advice; the exit code is 1 if a check fails.',
  ],
  options: { json: { type: 'boolean' } },
  optionHelp: [['--json', 'print a list of states, texts and advice']],
  arguments: 0,
  async run(input) {
    const isJson = input.options.json === true
    const findings: Finding[] = []
    const report = (finding: Finding) => {
      const { state, text, advice } = finding
      findings.push(finding)
      if (!isJson) input.terminal.print([state.padEnd(4), '', text, ...(advice ? [advice] : [])].join(' '))
    }
    report(await runCheck(async () => checkClient(input.site)))
    const environment = readConfiguration(input, report)
    if (environment) {
      for (const finding of await checkDataFolder(resolve(environment.dataDir))) report(finding)
      await checkDatabase(input.site, environment, report)
    }
    if (isJson) input.terminal.print(JSON.stringify({ checks: findings }, null, 2))
    return findings.some(({ state }) => state === 'fail') ? 1 : 0
  },
}

async function runCheck(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return { state: 'fail', text: explain(error) ?? String(error) }
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
    const installed = await site.loadExtensions({ withoutThirdParty: environment.isSafeMode })
    reportUnknownLimits(environment, installed, report)
    for (const { id, fault } of installed) {
      if (fault !== undefined) report({ state: 'fail', text: `Extension ${id}: ${fault}` })
    }
    const loaded = installed.filter(({ fault }) => fault === undefined)
    const pending = await pendingMigrations(database, await allMigrations(loaded))
    report(
      pending.length === 0
        ? { state: 'ok', text: `Database: ${database.dialect.name}, up to date` }
        : {
            state: 'warn',
            text: `Database: ${pending.length} migrations to run. Run bin/parley migrate; serve does so too`,
          },
    )
    if (pending.length > 0) return
    const { finding, secrets } = await checkKeys(database, environment)
    report(finding)
    const declared = await readDeclarations(database, installed)
    report(await runCheck(() => checkCounters(database, countersOf(declared))))
    if (secrets) for (const found of await checkForum(declared, database, environment, secrets)) report(found)
  } catch (error) {
    report({ state: 'fail', text: `Database: ${explain(error) ?? String(error)}` })
  } finally {
    await database.close()
  }
}

function reportUnknownLimits(
  environment: Environment,
  installed: readonly InstalledExtension[],
  report: (finding: Finding) => void,
): void {
  try {
    requireKnownLimits(environment, installed)
  } catch (error) {
    report({ state: 'fail', text: explain(error) ?? String(error) })
  }
}

async function allMigrations(installed: readonly InstalledExtension[]): Promise<readonly OwnedMigrations[]> {
  const extensions = await resolveDeclarations(orderExtensions(installed))
  return combinePoints([...features, ...extensions]).migrations
}

/** Verifies the newest rows of each counter's table. */
async function checkCounters(database: Database, counters: readonly Counter[]): Promise<Finding> {
  let wrong = 0
  for (const counter of counters) {
    const ids = await newestCounted(database, counter, sampleSize)
    wrong += (await counter.differences(database, ids)).length
  }
  return wrong === 0
    ? { state: 'ok', text: `Counters: a sample of ${sampleSize} rows of each is exact` }
    : { state: 'fail', text: `Counters: ${formatCount(wrong)} of a sample are wrong. Run bin/parley recount` }
}
