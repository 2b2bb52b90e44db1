// node scripts/run.mjs bench/index-scans.ts [--database postgres] [--discussions 300000]
// How long lists take that find their rows by an index scan, as a ratio to the list of a common key. The lists are requested in
// turn. On SQLite counts the time of this process, so that what else the machine does matters little.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createAccessToken } from '@parley/server/access-tokens'
import { createForum, type RunningForum } from '@parley/server/forum'
import { installForum } from '@parley/server/install'
import { startPostgresServer } from '@parley/testing/postgres-server'
import { fillShelves, makeShelfReader, shelf, shelvesExtension } from '@parley/testing/shelves'
import { loadExtensions } from '../site/server.ts'
import { administrator } from './data.ts'
import { median } from './load.ts'

const rounds = 30
/** The first rounds, which do not count. */
const warming = 6
const requestsPerRound = 20

/** The time of the first page of a rare key, and of readers who see little, compared with that of a common key. */
const goal = 1.3

interface List {
  name: string
  token: string
  query: string
  hasGoal?: true
}

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    discussions: { type: 'string', default: '300000' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'parley-index-scans-'))
const postgres = values.database === 'postgres' ? await startPostgresServer() : undefined
const forum = await createForum({
  database: postgres ? { url: `${postgres.url}/postgres` } : { file: join(folder, 'forum.sqlite') },
  dataDir: folder,
  baseUrl: 'http://localhost',
  extensions: [...(await loadExtensions()), shelvesExtension()],
  rateLimits: 'off',
})
try {
  await install(forum)
  await fillShelves(forum, Number(values.discussions))
  const lists = await listsOf(forum)
  const times = new Map<List, number[]>(lists.map((list) => [list, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [list, all] of times) all.push(await timeOf(forum, list))
  }
  const [common = []] = times.values()
  for (const [{ name, hasGoal }, all] of times) {
    // A round is compared with itself.
    const ratio = median(all.map((time, round) => time / (common[round] ?? Number.NaN)).slice(warming))
    const isMissed = hasGoal && ratio > goal
    const shown = `${median(all.slice(warming)).toFixed(2)} ms | ${ratio.toFixed(2)}`
    console.log(`| ${name} | ${shown}${isMissed ? ` FAIL: at most ${goal}` : ''} |`)
    if (isMissed) process.exitCode = 1
  }
} finally {
  await forum.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function install(running: RunningForum): Promise<void> {
  const { username, email, password } = administrator
  await installForum(running.asSystem(), {
    title: 'Bench',
    adminUsername: username,
    adminEmail: email,
    adminPassword: password,
  })
  await running.rebuild()
}

async function listsOf(running: RunningForum): Promise<List[]> {
  const [first, last] = shelf.oldestParts
  const parts = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const all = await tokenOf(running, 1)
  const oldest = await tokenOf(running, (await makeShelfReader(running, [shelf.oldest])).id)
  const byParts = await tokenOf(running, (await makeShelfReader(running, parts)).id)
  const most = await tokenOf(running, (await makeShelfReader(running, [...parts, shelf.others])).id)
  const rare = `filter[shelf]=${shelf.rare}`
  return [
    { name: 'a common key', token: all, query: `filter[shelf]=${shelf.common}` },
    { name: 'a rare key', token: all, query: rare, hasGoal: true },
    { name: 'a rare key, newest first', token: all, query: `${rare}&sort=-createdAt`, hasGoal: true },
    { name: 'a rare key, most replies first', token: all, query: `${rare}&sort=-commentCount` },
    { name: 'the index', token: all, query: '' },
    { name: 'the index of a reader of 51 keys with all rows', token: most, query: '' },
    {
      name: 'the index of a reader of one key with the oldest 1,000',
      token: oldest,
      query: '',
      hasGoal: true,
    },
    {
      name: 'the index of a reader of 50 keys with the oldest 1,000',
      token: byParts,
      query: '',
      hasGoal: true,
    },
  ]
}

async function tokenOf({ current: { database, now } }: RunningForum, userId: number): Promise<string> {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId, type: 'session', now: now() }),
  )
  return token
}

/** Requests a list several times. Returns the milliseconds of one request. */
async function timeOf(running: RunningForum, { name, token, query }: List): Promise<number> {
  const headers = { authorization: `Token ${token}` }
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (let n = 0; n < requestsPerRound; n++) {
    const answer = await running.inject({ method: 'GET', url: `/api/discussions?${query}`, headers })
    const { data } = JSON.parse(answer.payload) as { data?: unknown[] }
    if (data?.length !== 20) throw new Error(`${name}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`)
  }
  const { user, system } = process.cpuUsage(cpu)
  const elapsed = values.database === 'postgres' ? performance.now() - start : (user + system) / 1000
  return elapsed / requestsPerRound
}
