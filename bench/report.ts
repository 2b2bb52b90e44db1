import { availableParallelism, totalmem } from 'node:os'
import { type AdministrationFigures, sizes as administrationSizes } from './administration/measure.ts'
import { readHead, readRows } from './administration/report.ts'
import type { SearchQuality } from './finding.ts'
import type { FirstView } from './first-view.ts'
import type { LoadResult } from './load.ts'
import { type MarkupFigures, markupGoals } from './markup.ts'
import { type MemberFigures, memberSizes } from './members.ts'
import type { CommonWord } from './search.ts'
import type { Target } from './targets.ts'

/** The measurements of one target. */
export interface TargetFigures {
  target: Target
  result: LoadResult
  /** Rate compared with that of `/health`. */
  share: number
  growth: number
  /** Transferred size of the body, with brotli where the server compresses. */
  bytes: number
  /** Number of queries in the small and the large forum. */
  queries: readonly [number, number]
  samePlans: boolean
}

/** All measurements of a run. */
export interface Figures {
  targets: readonly TargetFigures[]
  firstView: FirstView
  /** Memory in bytes. */
  memory: number
  commonWord: CommonWord
  searchQuality: SearchQuality
  /** Time until the first response, in milliseconds. */
  coldStart: number
  replies: { result: LoadResult; syncs: number }
  markup: MarkupFigures
  members: readonly MemberFigures[]
  administration: AdministrationFigures
  /** Duration of each measurement. */
  seconds: number
  /** Number of comparisons. */
  rounds: number
  /** Load average of the machine before the run. */
  load: number
}

const sizes = memberSizes

const goals = {
  growth: 1.3,
  pageBytes: 15_000,
  scripts: 130_000,
  styles: 20_000,
  shift: 0.02,
  memory: 400 * 2 ** 20,
  coldStart: 1500,
  commonWord: 50,
  loopDelay: 20,
}

type Row = readonly string[]

/** Formats the figures as a Markdown page, with the goals and whether they are met. */
export function formatReport(figures: Figures): string {
  return `# Performance

What \`npm run bench\` measured, written by \`npm run bench -- --write\`. Two forums are seeded, with 10,000 and with
1,000,000 posts (one discussion has a tenth of them). One process serves each forum on SQLite; the load comes over 16 connections and
does not decode bodies. Rates and times are those of the large forum, over ${figures.seconds} s. "Of health" is the rate relative to
\`GET /health\` of the same process, which makes machines comparable. "Growth" is the time in the large forum relative to the small one.
Both are medians of ${figures.rounds} rounds that measure alternately. "Plans" says whether both forums run the same statements with the
same query plans. The queries of a search depend on its results, so only their number is limited. Rates have no goals, nor has the growth of a search
for a common word, which has one for its time alone, at the end.

Machine: ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.version}, ${process.platform}. The load comes from the
same machine. ${busyNote(figures.load)}

## Requests

${table(
  [
    ...['request', 'per second', 'p50 ms', 'p99 ms', 'of health', 'growth', 'goal', '', 'queries'],
    ...['plans', '', 'bytes', ''],
  ],
  figures.targets.map(requestRow),
)}

## Members

One member has ${sizes.notifications.few} notifications and has read ${sizes.readDiscussions.few} discussions, the other
${count(sizes.notifications.many)} and ${count(sizes.readDiscussions.many)}. Rates are those of the other; "growth" is its time relative to the first.

${table(['request', 'per second', 'p50 ms', 'p99 ms', 'of health', 'growth', 'goal', ''], figures.members.map(memberRow))}

## Administration

Reads of the administration in two forums, with ${count(administrationSizes.small)} and with ${count(administrationSizes.large)} users,
entries of the audit log and rows of statistics. An administrator requests them one at a time, alternately; times are medians.

${table(readHead, readRows(figures.administration))}

## The rest

${table(['measure', 'figure', 'goal', ''], otherRows(figures))}
`
}

function busyNote(load: number): string {
  if (load < availableParallelism() / 2) return 'It had no other load.'
  return `**It had other load (load average ${load.toFixed(1)} before the run), so the timings are unreliable.**`
}

/** Whether a goal is missed. */
export function hasFailed(figures: Figures): boolean {
  return [
    ...figures.targets.map(requestRow),
    ...figures.members.map(memberRow),
    ...readRows(figures.administration),
    ...otherRows(figures),
  ].some((row) => row.includes('FAIL'))
}

function requestRow({ target, result, share, growth, bytes, queries, samePlans }: TargetFigures): Row {
  const [small, large] = queries
  const isSame = target.hasOwnQueries ?? (small === large && samePlans)
  const isCheap = isSame && Math.max(small, large) <= (target.queries ?? Number.POSITIVE_INFINITY)
  return [
    target.name,
    count(result.rate),
    String(result.p50),
    String(result.p99),
    percent(share),
    `${growth.toFixed(2)} ×`,
    target.isGrowthFree ? '' : `≤ ${goals.growth} ×`,
    target.isGrowthFree ? '' : verdict(growth <= goals.growth),
    small === large ? String(large) : `${small} and ${large}`,
    samePlans ? 'equal' : 'differ',
    verdict(isCheap),
    count(bytes),
    target.isCached ? verdict(bytes <= goals.pageBytes) : '',
  ]
}

function memberRow({ name, result, share, growth }: MemberFigures): Row {
  return [
    name,
    count(result.rate),
    String(result.p50),
    String(result.p99),
    percent(share),
    `${growth.toFixed(2)} ×`,
    `≤ ${goals.growth} ×`,
    verdict(growth <= goals.growth),
  ]
}

function otherRows({
  firstView,
  memory,
  commonWord,
  searchQuality,
  coldStart,
  replies,
  markup,
}: Figures): Row[] {
  const { scripts, styles, shift } = firstView
  const { result, syncs } = replies
  return [
    limitedRow('first view, JavaScript, brotli', scripts, goals.scripts, (bytes) => `${count(bytes)} bytes`),
    limitedRow('first view, CSS, brotli', styles, goals.styles, (bytes) => `${count(bytes)} bytes`),
    limitedRow('first view, layout shift', shift, goals.shift, (value) => value.toFixed(3)),
    limitedRow(
      'memory (PSS) after the run',
      memory,
      goals.memory,
      (bytes) => `${Math.round(bytes / 2 ** 20)} MB`,
    ),
    limitedRow('a search for a common word alone, p99', commonWord.p99, goals.commonWord, milliseconds),
    limitedRow('event loop delay meanwhile, longest', commonWord.loopDelay, goals.loopDelay, milliseconds),
    recallRow('discussions among the first ten for their own titles', searchQuality.titles),
    recallRow('searches of the fixture with the expected results', searchQuality.queries),
    limitedRow('cold start, built', coldStart, goals.coldStart, milliseconds),
    ['replies, each acknowledged when durable, per second', count(result.rate), '', ''],
    ['replies, p50 and p99', `${result.p50} and ${result.p99} ms`, '', ''],
    ['the disk: 4 kB written and synced, per second', count(syncs), '', ''],
    [
      'posts of 300 characters rendered, per second of a core',
      count(markup.rendersPerSecond),
      `≥ ${count(markupGoals.rendersPerSecond)}`,
      verdict(markup.rendersPerSecond >= markupGoals.rendersPerSecond),
    ],
    limitedRow(
      'a hostile megabyte rendered, the slowest kind',
      markup.worst.milliseconds,
      markupGoals.worst,
      milliseconds,
    ),
    limitedRow(
      'code for the preview, brotli',
      markup.bytes,
      markupGoals.bytes,
      (bytes) => `${count(bytes)} bytes`,
    ),
  ]
}

function recallRow(name: string, { searched, missed }: SearchQuality['titles']): Row {
  const some = missed.slice(0, 3).map((text) => `‘${text.replaceAll('|', ' ')}’`)
  const figure = `${count(searched - missed.length)}${missed.length > 0 ? `, not ${some.join(', ')}` : ''}`
  return [name, figure, `all ${count(searched)}`, verdict(missed.length === 0)]
}

function milliseconds(value: number): string {
  return `${Math.round(value)} ms`
}

function limitedRow(name: string, value: number, goal: number, format: (value: number) => string): Row {
  return [name, format(value), `≤ ${format(goal)}`, verdict(value <= goal)]
}

function verdict(isMet: boolean): string {
  return isMet ? 'PASS' : 'FAIL'
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 2 : 0)} %`
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
