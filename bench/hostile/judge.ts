import { longestWait } from '../waits.ts'
import type { LoadReport, Waits } from './load-thread.ts'
import type { Fault } from './plan.ts'

/** What a run has measured. */
export interface HostileFigures {
  database: string
  posts: number
  minutes: number
  /** How often all cases were run. */
  rounds: number
  load: LoadReport
  attackFaults: readonly Fault[]
  /** Whether the process that was started is the one that was asked at the end. */
  isSameProcess: boolean
  /** Bytes; `highest` over the whole run, `afterwards` when nothing is asked any more. */
  memory: { highest: number; afterwards: number }
  /** Of the processors' time, what the server and what the load took, while cases ran. */
  shares: { server: number; load: number }
  /** Lines of the log with the level of an error. */
  errors: readonly string[]
  wrongCounters: string
  /** Ids of acknowledged posts that are not there afterwards. */
  lost: readonly string[]
  /** Whether waits are held to their goal: not where other work shares the machine. */
  judgesWaits: boolean
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

/** Holds what was measured to the goals. */
export function judge(figures: HostileFigures): Verdict[] {
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
    ...(figures.judgesWaits
      ? [waitVerdict('/health', 'health', load), waitVerdict("a guest's index", 'index', load)]
      : []),
    none(
      'faults in answers',
      faults.map(({ text, times }) => `${text} (${times} ×)`),
    ),
    none('errors in the log', errors),
    none('acknowledged posts that are lost', lost),
    none('wrong counters', wrongCounters === '' ? [] : [wrongCounters]),
  ]
}

function atMost(measure: string, bytes: number, most: number): Verdict {
  const [figure, goal] = [`${Math.round(bytes / megabyte)} MB`, `≤ ${most / megabyte} MB`]
  return { measure, figure, goal, passes: bytes <= most }
}

function waitVerdict(name: string, probe: keyof Waits, { waits }: LoadReport): Verdict {
  const usual = percentile(waits.ordinary[probe], 0.99)
  const most = longestWait(usual)
  const p99 = percentile(waits.hostile[probe], 0.99)
  return {
    measure: `wait for ${name}, p99`,
    figure: `${p99.toFixed(0)} ms (p50 ${percentile(waits.hostile[probe], 0.5).toFixed(0)} ms; without the cases ${usual.toFixed(0)} ms)`,
    goal: `≤ ${most.toFixed(0)} ms`,
    passes: p99 <= most,
  }
}

function none(measure: string, found: readonly string[]): Verdict {
  const shown = found.slice(0, 10).join('; ')
  return { measure, figure: found.length === 0 ? 'none' : shown, goal: 'none', passes: found.length === 0 }
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

/** The report of a run as text. */
export function reportOf(figures: HostileFigures): string {
  const { database, posts, minutes, rounds, shares, load } = figures
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const answers = Object.entries(load.answers)
    .sort()
    .map(([kind, times]) => `${kind}: ${times}`)
  return [
    `${database}, ${posts.toLocaleString('en')} posts, ${minutes} minutes, ${rounds.toFixed(1)} rounds of all cases.`,
    `Of all processor time the server took ${percent(shares.server)}, the load ${percent(shares.load)}.`,
    `Answers to the ordinary load: ${answers.join(', ')}; ${load.acknowledged.length} replies acknowledged.`,
    '',
    ...judge(figures).map(
      ({ measure, figure, goal, passes }) =>
        `${passes ? 'PASS' : 'FAIL'}  ${measure}: ${figure}; goal ${goal}`,
    ),
  ].join('\n')
}
