// node scripts/run.mjs bench/compare.ts <data folder> <working copy> <working copy> …
// The processor time of a list, of posts near a number and of a search for users in each working copy, as a ratio to the
// first. They answer in turn, from the same seeded forum. Counts the time of the server's process, so that what else the
// machine does matters little; only on Linux, which tells it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { ForumProcessInfo } from '@parley/testing/serve-forum'
import { median } from './load.ts'

const rounds = 8
const requestsPerRound = 200

const paths = [
  '/api/discussions',
  '/api/posts?filter[discussion]=1&page[near]=50',
  '/api/users?filter[q]=an',
].map(encodeURI)

const [folder = '', ...copies] = process.argv.slice(2)
const servers = await Promise.all(copies.map((copy) => start(resolve(copy))))
try {
  for (const path of paths) {
    const times = servers.map((): number[] => [])
    for (let round = 0; round < rounds; round++) {
      const order = [...servers.entries()]
      for (const [index, { info }] of round % 2 === 0 ? order : order.reverse()) {
        const before = processorTime(info.pid)
        for (let n = 0; n < requestsPerRound; n++) await request(info, path)
        times[index]?.push((processorTime(info.pid) - before) / requestsPerRound)
      }
    }
    // The first rounds warm the servers up. A round is compared with itself.
    const [base = [], ...others] = times.map((all) => all.slice(2))
    const ratios = others.map((other) =>
      median(other.map((time, round) => time / (base[round] ?? Number.NaN))),
    )
    const shown = ratios.map((ratio) => ratio.toFixed(2)).join(', ')
    console.log(`${decodeURI(path)}: ${median(base).toFixed(2)} ms; as a multiple: ${shown}`)
  }
} finally {
  for (const { child } of servers) child.kill('SIGTERM')
}

async function request({ port, token }: ForumProcessInfo, path: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Token ${token}` },
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
}

/** Milliseconds of processor time that a process has used, by proc(5). */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10
}

async function start(copy: string): Promise<{ info: ForumProcessInfo; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(copy, 'packages/testing/src/servers/serve-forum.ts'), folder], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { info: JSON.parse(line), child }
}
