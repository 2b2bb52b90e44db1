import { availableParallelism, totalmem } from 'node:os'
import type { Finding } from './finding.ts'
import type { FirstView } from './first-view.ts'
import type { LoadResult } from './load.ts'
import { type MarkupFigures, markupGoals } from './markup.ts'
import { type MemberFigures, memberSizes } from './members.ts'
import type { CommonWord } from './search.ts'
import type { Target } from './targets.ts'

/** What was measured of one target. */
export interface TargetFigures {
  target: Target
  result: LoadResult
  /** Rate compared with that of `/health`. */
  share: number
  growth: number
  /** Of the body, brotli where the server compresses. */
  bytes: number
  /** Small and large. */
  queries: readonly [number, number]
  samePlans: boolean
}

/** Everything a run measured. */
export interface Figures {
  targets: readonly TargetFigures[]
  firstView: FirstView
  /** Bytes. */
  memory: number
  commonWord: CommonWord
  finding: Finding
  /** Milliseconds. */
  coldStart: number
  replies: { result: LoadResult; syncs: number }
  markup: MarkupFigures
  members: readonly MemberFigures[]
  /** How long each request was asked for. */
  seconds: number
  /** How often it was compared. */
  rounds: number
  /** Processes that wanted a core before the run. */
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

/** The figures as a page of Markdown, with the goals and whether they are met. */
export function formatReport(figures: Figures): string {
  return `# Performance

What \`npm run bench\` measured, written by \`npm run bench -- --write\`. Two forums are seeded, with 10,000 and with
1,000,000 posts (one discussion has a tenth of them); each is served by one process on SQLite and asked over 16 connections, whose bodies nobody decodes.
Rates and times are those of the large forum, over ${figures.seconds} s. "Of health" compares the rate with that of
\`GET /health\` of the same process, so that it means the same on other machines; growth is how many times as long the large forum
takes as the small one. Both are the median of ${figures.rounds} rounds in which the two are measured in turn. "Plans" tells whether the
database runs the same statements in the same way on both; a search reads what it found, so only the number of its queries is limited.

Machine: ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.version}, ${process.platform}. The load comes from the
same machine. ${busyNote(figures.load)}

## Requests

${table(
  [
    ...[
      'request',
      'per second',
      'p50 ms',
      'p99 ms',
      'of health',
      'goal',
      '',
      'growth',
      'goal',
      '',
      'queries',
    ],
    ...['plans', '', 'bytes', ''],
  ],
  figures.targets.map(requestRow),
)}

## Members

Of two members one has ${sizes.notifications.few} notifications and has read ${sizes.readDiscussions.few} discussions, the other
${count(sizes.notifications.many)} and ${count(sizes.readDiscussions.many)}. Rates are the other's; growth is how many times as long it waits.

${table(['request', 'per second', 'p50 ms', 'p99 ms', 'of health', 'goal', '', 'growth', 'goal', ''], figures.members.map(memberRow))}

## The rest

${table(['measure', 'figure', 'goal', ''], otherRows(figures))}
`
}

function busyNote(load: number): string {
  if (load < availableParallelism() / 2) return 'It did nothing else.'
  return `**It was busy with other things (load ${load.toFixed(1)} before the run), so the timings say little.**`
}

/** Whether some goal is missed. */
export function hasFailed(figures: Figures): boolean {
  return [...figures.targets.map(requestRow), ...figures.members.map(memberRow), ...otherRows(figures)].some(
    (row) => row.includes('FAIL'),
  )
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
    target.share === undefined ? '' : `≥ ${percent(target.share)}`,
    target.share === undefined ? '' : verdict(share >= target.share),
    `${growth.toFixed(2)} ×`,
    `≤ ${goals.growth} ×`,
    verdict(growth <= goals.growth),
    small === large ? String(large) : `${small} and ${large}`,
    samePlans ? 'equal' : 'differ',
    verdict(isCheap),
    count(bytes),
    target.isCached ? verdict(bytes <= goals.pageBytes) : '',
  ]
}

function memberRow({ name, result, share, goal, growth }: MemberFigures): Row {
  return [
    name,
    count(result.rate),
    String(result.p50),
    String(result.p99),
    percent(share),
    goal === undefined ? '' : `≥ ${percent(goal)}`,
    goal === undefined ? '' : verdict(share >= goal),
    `${growth.toFixed(2)} ×`,
    `≤ ${goals.growth} ×`,
    verdict(growth <= goals.growth),
  ]
}

function otherRows({ firstView, memory, commonWord, finding, coldStart, replies, markup }: Figures): Row[] {
  const { scripts, styles, shift } = firstView
  const { result, syncs } = replies
  return [
    limited('first view, JavaScript, brotli', scripts, goals.scripts, (bytes) => `${count(bytes)} bytes`),
    limited('first view, CSS, brotli', styles, goals.styles, (bytes) => `${count(bytes)} bytes`),
    limited('first view, layout shift', shift, goals.shift, (value) => value.toFixed(3)),
    limited(
      'memory (PSS) after the run',
      memory,
      goals.memory,
      (bytes) => `${Math.round(bytes / 2 ** 20)} MB`,
    ),
    limited('a search for a common word alone, p99', commonWord.p99, goals.commonWord, milliseconds),
    limited('meanwhile others wait at most', commonWord.loopDelay, goals.loopDelay, milliseconds),
    foundRow('discussions among the first ten for their own titles', finding.titles),
    foundRow('written queries that find what they mean', finding.queries),
    limited('cold start, built', coldStart, goals.coldStart, milliseconds),
    ['replies, each acknowledged when durable, per second', count(result.rate), '', ''],
    ['replies, p50 and p99', `${result.p50} and ${result.p99} ms`, '', ''],
    ['the disk: 4 kB written and synced, per second', count(syncs), '', ''],
    [
      'posts of 300 characters rendered, per second of a core',
      count(markup.rendersPerSecond),
      `≥ ${count(markupGoals.rendersPerSecond)}`,
      verdict(markup.rendersPerSecond >= markupGoals.rendersPerSecond),
    ],
    limited(
      'a hostile megabyte rendered, the worst of all',
      markup.worst.milliseconds,
      markupGoals.worst,
      milliseconds,
    ),
    limited(
      'code for the preview, brotli',
      markup.bytes,
      markupGoals.bytes,
      (bytes) => `${count(bytes)} bytes`,
    ),
  ]
}

function foundRow(name: string, { asked, missed }: Finding['titles']): Row {
  const some = missed.slice(0, 3).map((text) => `‘${text.replaceAll('|', ' ')}’`)
  const figure = `${count(asked - missed.length)}${missed.length > 0 ? `, not ${some.join(', ')}` : ''}`
  return [name, figure, `all ${count(asked)}`, verdict(missed.length === 0)]
}

function milliseconds(value: number): string {
  return `${Math.round(value)} ms`
}

function limited(name: string, value: number, goal: number, format: (value: number) => string): Row {
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
