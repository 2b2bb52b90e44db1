// Compares the times of lists of discussions in a forum of this process.
import { createAccessToken } from '@parley/server/access-tokens'
import type { RunningForum } from '@parley/server/forum'
import { installForum } from '@parley/server/install'
import { administrator } from '../data.ts'
import { median } from '../load.ts'

const rounds = 30
/** The first rounds, which do not count. */
const warming = 6
const requestsPerRound = 20

/** The time of a list with a goal, as a multiple of that of the first list. */
const goal = 1.3

export interface List {
  name: string
  token: string
  query: string
  hasGoal?: true
}

/** Sets up an empty forum. */
export async function install(forum: RunningForum): Promise<void> {
  const { username, email, password } = administrator
  await installForum(forum.asSystem(), {
    title: 'Bench',
    adminUsername: username,
    adminEmail: email,
    adminPassword: password,
  })
  await forum.rebuild()
}

/** Makes a token of an account. */
export async function tokenOf({ current: { database, now } }: RunningForum, userId: number): Promise<string> {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId, type: 'session', now: now() }),
  )
  return token
}

/**
 * Requests the lists in turn, and prints the time of each and its ratio to the first one's. On SQLite counts the time of
 * this process, so that what else the machine does matters little. Returns whether all goals were met.
 */
export async function compareLists(forum: RunningForum, lists: readonly List[]): Promise<boolean> {
  const times = new Map<List, number[]>(lists.map((list) => [list, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [list, all] of times) all.push(await timeOf(forum, list))
  }
  const [common = []] = times.values()
  let isMet = true
  for (const [{ name, hasGoal }, all] of times) {
    // A round is compared with itself.
    const ratio = median(all.map((time, round) => time / (common[round] ?? Number.NaN)).slice(warming))
    const isMissed = hasGoal && ratio > goal
    const shown = `${median(all.slice(warming)).toFixed(2)} ms | ${ratio.toFixed(2)}`
    console.log(`| ${name} | ${shown}${isMissed ? ` FAIL: at most ${goal}` : ''} |`)
    if (isMissed) isMet = false
  }
  return isMet
}

/** Requests a list several times. Returns the milliseconds of one request. */
async function timeOf(forum: RunningForum, { name, token, query }: List): Promise<number> {
  const headers = { authorization: `Token ${token}` }
  const isSqlite = forum.current.database.dialect.name === 'sqlite'
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (let n = 0; n < requestsPerRound; n++) {
    const answer = await forum.inject({ method: 'GET', url: `/api/discussions?${query}`, headers })
    const { data } = JSON.parse(answer.payload) as { data?: unknown[] }
    if (data?.length !== 20) throw new Error(`${name}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`)
  }
  const { user, system } = process.cpuUsage(cpu)
  const elapsed = isSqlite ? (user + system) / 1000 : performance.now() - start
  return elapsed / requestsPerRound
}
