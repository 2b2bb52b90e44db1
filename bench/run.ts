import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAdministration } from './administration/measure.ts'
import { administrator, copyOf, large, root, seededFolder, small } from './data.ts'
import { rawSync } from './disk.ts'
import { measureSearchQuality } from './finding.ts'
import { measureFirstView, wireBytes } from './first-view.ts'
import { type LoadResult, measure, measureReplies, median } from './load.ts'
import { measureMarkup } from './markup.ts'
import { measureMembers } from './members.ts'
import { requestCosts } from './plans.ts'
import { rareWord } from './rare-word.ts'
import { type Figures, formatReport, hasFailed, type TargetFigures } from './report.ts'
import { measureCommonWord } from './search.ts'
import { type BenchServer, startServer } from './server.ts'
import { type Landmarks, largestDiscussion, type Target, targets } from './targets.ts'

/** `npm run bench`: load tests of a small and a large forum. `--quick` measures shorter, `--write` writes docs/performance.md. */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' }, write: { type: 'boolean' } } })
const seconds = options.quick
  ? { warm: 1, main: 2, round: 1, rounds: 3 }
  : { warm: 2, main: 10, round: 3, rounds: 5 }

// Read before seeding, which loads the machine itself.
const [load = 0] = loadavg()
const folders = { small: seededFolder(small), large: seededFolder(large) }
const started = performance.now()

const coldStart = await coldStarts()
const cached = await startServers({ PAGE_CACHE: 'on' })
const measured = [...(await measureTargets(cached, true))]
const firstView = await step('first view', () => measureFirstView(cached.large.url))
await stopServers(cached)
const uncached = await startServers({ PAGE_CACHE: 'off' })
measured.push(...(await measureTargets(uncached, false)))
const memory = uncached.large.memory()
await stopServers(uncached)
const commonWord = await step('a common word alone', () => measureCommonWord(folders.large))
const figures: Figures = {
  targets: measured,
  firstView,
  memory,
  commonWord,
  searchQuality: await step('search quality', () => measureSearchQuality(folders.large)),
  coldStart,
  seconds: seconds.main,
  rounds: seconds.rounds,
  load,
  replies: await step('replies', measureReplyRate),
  members: await step('members', () => measureMembers(folders.large, seconds)),
  administration: await step('administration', () => measureAdministration('sqlite', progress)),
  markup: await step('markup', measureMarkup),
}
const report = formatReport(figures)
console.log(report)
console.log(`\nTook ${Math.round((performance.now() - started) / 1000)} s.`)
if (options.write) write(join(root, 'docs/performance.md'))
process.exitCode = hasFailed(figures) ? 1 : 0

/** Writes the report and formats it. */
function write(file: string): void {
  writeFileSync(file, report)
  spawnSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', file], { cwd: root })
}

interface Pair {
  small: BenchServer
  large: BenchServer
}

async function startServers(environment: Record<string, string>): Promise<Pair> {
  return {
    small: await startServer(folders.small, environment),
    large: await startServer(folders.large, environment),
  }
}

async function stopServers(pair: Pair): Promise<void> {
  await Promise.all([pair.small.stop(), pair.large.stop()])
}

/** Milliseconds from the start of the process to the first response of the large forum: the median of three. */
async function coldStarts(): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const server = await startServer(folders.large)
    times.push(server.startedIn)
    await server.stop()
  }
  return median(times)
}

async function measureTargets(pair: Pair, isCached: boolean): Promise<TargetFigures[]> {
  const selected = targets.filter((target) => target.isCached === isCached)
  const landmarks = {
    small: await landmarksOf(pair, 'small'),
    large: await landmarksOf(pair, 'large'),
  }
  const costs = {
    small: await requestCosts(folders.small, selected, landmarks.small),
    large: await requestCosts(folders.large, selected, landmarks.large),
  }
  const figures: TargetFigures[] = []
  for (const target of selected) {
    const urls = {
      small: pair.small.url + target.path(landmarks.small),
      large: pair.large.url + target.path(landmarks.large),
    }
    const cost = { small: costs.small.get(target), large: costs.large.get(target) }
    figures.push({
      target,
      ...(await step(target.name, () => compare(pair, urls, target))),
      bytes: target.isAdministrators ? 0 : await wireBytes(urls.large),
      queries: [cost.small?.queries ?? 0, cost.large?.queries ?? 0],
      samePlans: cost.small?.plans.join('\n') === cost.large?.plans.join('\n'),
    })
  }
  return figures
}

async function landmarksOf(pair: Pair, size: keyof Pair): Promise<Landmarks> {
  return { largest: await largestDiscussion(pair[size].url), rareWord: rareWord(folders[size]) }
}

interface Comparison {
  result: LoadResult
  /** Rate relative to `/health` of the same server. */
  share: number
  /** Time in the large forum relative to the small one. */
  growth: number
}

/** Compares in alternating rounds and takes medians, as the speed of the machine varies over time. */
async function compare(pair: Pair, urls: Record<keyof Pair, string>, target: Target): Promise<Comparison> {
  const health = `${pair.large.url}/health`
  const measureTarget = async (size: keyof Pair, duration: number) =>
    measure(
      urls[size],
      duration,
      target.isAdministrators ? { authorization: `Token ${await tokenOf(pair[size].url)}` } : {},
    )
  await measure(health, seconds.warm)
  await measureTarget('small', seconds.warm)
  await measureTarget('large', seconds.warm)
  const result = await measureTarget('large', seconds.main)
  const shares: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < seconds.rounds; round++) {
    progress(`${target.name}: round ${round + 1} of ${seconds.rounds}`)
    const baseline = await measure(health, seconds.round)
    const other = await measureTarget('large', seconds.round)
    const one = await measureTarget('small', seconds.round)
    shares.push(other.rate / baseline.rate)
    ratios.push(one.rate / other.rate)
  }
  return { result, share: median(shares), growth: median(ratios) }
}

async function tokenOf(url: string): Promise<string> {
  const response = await fetch(`${url}/api/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identification: administrator.username, password: administrator.password }),
  })
  return ((await response.json()) as { token: string }).token
}

/** Measures replies, on a copy so that the next run has the same data. */
async function measureReplyRate(): Promise<Figures['replies']> {
  const folder = copyOf(folders.small)
  const sync = rawSync(folder, 2000)
  const server = await startServer(folder)
  try {
    const token = await tokenOf(server.url)
    const list = await fetch(`${server.url}/api/discussions?page%5Blimit%5D=16`)
    const { data } = (await list.json()) as { data: { id: string }[] }
    const ids = data.map(({ id }) => id)
    await measureReplies(server.url, token, ids, seconds.warm)
    return {
      result: await measureReplies(server.url, token, ids, seconds.main),
      syncs: (sync.latencies.length / sync.elapsed) * 1000,
    }
  } finally {
    await server.stop()
  }
}

async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  progress(what)
  const result = await work()
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  return result
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
  else console.error(text)
}
