import { maxWait } from '../waits.ts'
import type { LoadReport, Waits } from './load-thread.ts'
import type { Fault } from './plan.ts'

/** The measurements of a run. */
export interface HostileFigures {
  database: string
  posts: number
  minutes: number
  /** How many times all cases have run. */
  rounds: number
  load: LoadReport
  attackFaults: readonly Fault[]
  /** Whether the process survived until the end. */
  isSameProcess: boolean
  /** Memory in bytes: the maximum of the run, and after the load has stopped. */
  memory: { highest: number; afterwards: number }
  /** Shares of all processor time that the server and the load took while cases ran. */
  shares: { server: number; load: number }
  /** Error lines of the log. */
  errors: readonly string[]
  wrongCounters: string
  /** Ids of acknowledged posts that are missing at the end. */
  lost: readonly string[]
  /** Whether waits have a goal; false on machines with other load. */
  evaluatesWaits: boolean
}

/** A line of the report. */
export interface Verdict {
  measure: string
  figure: string
  goal: string
  passes: boolean
}

const megabyte = 1024 * 1024
const highestMemory = 700 * megabyte
const memoryAfterwards = 400 * megabyte

/** Compares the measurements with the goals. */
export function evaluate(figures: HostileFigures): Verdict[] {
  const { load, attackFaults, memory, errors, wrongCounters, lost } = figures
  const faults = [...load.faults, ...attackFaults]
  return [
    {
      measure: 'the process',
      figure: figures.isSameProcess ? 'the same' : 'ended',
      goal: 'the same',
      passes: figures.isSameProcess,
    },
    atMost('memory at its highest', memory.highest, highestMemory),
    atMost('memory afterwards', memory.afterwards, memoryAfterwards),
    ...(figures.evaluatesWaits
      ? [waitVerdict('/health', 'health', load), waitVerdict("a guest's index", 'index', load)]
      : []),
    none(
      'faults in responses',
      faults.map(({ text, times }) => `${text} (${times} ×)`),
    ),
    none('errors in the log', errors),
    none('acknowledged posts that are lost', lost),
    none('wrong counters', wrongCounters === '' ? [] : [wrongCounters]),
  ]
}

function atMost(measure: string, bytes: number, limit: number): Verdict {
  const [figure, goal] = [`${Math.round(bytes / megabyte)} MB`, `≤ ${limit / megabyte} MB`]
  return { measure, figure, goal, passes: bytes <= limit }
}

function waitVerdict(name: string, probe: keyof Waits, { ordinary, hostile }: LoadReport): Verdict {
  const baseline = percentile(ordinary[probe], 0.99)
  const limit = maxWait(baseline)
  const waits = Object.values(hostile).flatMap((during) => during[probe])
  const p99 = percentile(waits, 0.99)
  return {
    measure: `wait for ${name}, p99`,
    figure: `${p99.toFixed(0)} ms (p50 ${percentile(waits, 0.5).toFixed(0)} ms; without the cases ${baseline.toFixed(0)} ms)`,
    goal: `≤ ${limit.toFixed(0)} ms`,
    passes: p99 <= limit,
  }
}

function none(measure: string, found: readonly string[]): Verdict {
  const excerpt = found.slice(0, 10).join('; ')
  return { measure, figure: found.length === 0 ? 'none' : excerpt, goal: 'none', passes: found.length === 0 }
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

/** Formats the report of a run. */
export function reportOf(figures: HostileFigures): string {
  const { database, posts, minutes, rounds, shares, load } = figures
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const responses = Object.entries(load.responses)
    .sort()
    .map(([kind, times]) => `${kind}: ${times}`)
  return [
    `${database}, ${posts.toLocaleString('en')} posts, ${minutes} minutes, ${rounds.toFixed(1)} rounds of all cases.`,
    `Of all processor time the server took ${percent(shares.server)}, the load ${percent(shares.load)}.`,
    `Responses to the ordinary load: ${responses.join(', ')}; ${load.acknowledged.length} replies acknowledged.`,
    '',
    'Waits at p99 by case, /health and index:',
    ...Object.entries(load.hostile).map(
      ([name, { health, index }]) =>
        `  ${name}: ${percentile(health, 0.99).toFixed(0)} ms, ${percentile(index, 0.99).toFixed(0)} ms`,
    ),
    '',
    ...evaluate(figures).map(
      ({ measure, figure, goal, passes }) =>
        `${passes ? 'PASS' : 'FAIL'}  ${measure}: ${figure}; goal ${goal}`,
    ),
  ].join('\n')
}
