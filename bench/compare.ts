// node scripts/run.mjs bench/compare.ts <data folder> <working copy> <working copy> …
// The rate of lists, of posts near a number and of a search for users in each working copy, as a ratio to the first. They
// answer in turn, from the same copy of a seeded forum, so that the machine's speed at one time does not matter.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { ForumProcessInfo } from '@parley/testing/serve-forum'
import { measure, median } from './load.ts'

const rounds = 9
const seconds = 1

const paths = [
  '/api/discussions',
  '/api/posts?filter[discussion]=1&page[near]=50',
  '/api/users?filter[q]=an',
].map(encodeURI)

const [folder = '', ...copies] = process.argv.slice(2)
const servers = await Promise.all(copies.map((copy) => start(resolve(copy))))
try {
  for (const path of paths) {
    const rates = servers.map((): number[] => [])
    for (let round = 0; round < rounds; round++) {
      const order = [...servers.entries()]
      for (const [index, { info }] of round % 2 === 0 ? order : order.reverse()) {
        const headers = { authorization: `Token ${info.token}` }
        const { rate } = await measure(`http://127.0.0.1:${info.port}${path}`, seconds, headers)
        rates[index]?.push(rate)
      }
    }
    // The first round warms the servers up. A round is compared with itself: the machine changes between rounds.
    const [base = [], ...others] = rates.map((all) => all.slice(1))
    const ratios = others.map((other) =>
      median(other.map((rate, round) => rate / (base[round] ?? Number.NaN))),
    )
    console.log(
      `${decodeURI(path)}: ${median(base).toFixed(0)}/s, ${ratios.map((r) => r.toFixed(3)).join(', ')}`,
    )
  }
} finally {
  for (const { child } of servers) child.kill('SIGTERM')
}

async function start(copy: string): Promise<{ info: ForumProcessInfo; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(copy, 'packages/testing/src/servers/serve-forum.ts'), folder], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { info: JSON.parse(line), child }
}
