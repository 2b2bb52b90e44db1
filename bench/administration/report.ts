import type { AdministrationFigures } from './measure.ts'
import type { WriterFigures } from './writers.ts'
import { minimumShare } from './writers.ts'

/** The columns of `readRows`. */
export const readHead = ['read', 'small ms', 'large ms', 'growth', 'goal', '', 'queries', '']

/** The reads as rows of a table. */
export function readRows({ reads, scans }: AdministrationFigures): string[][] {
  return [
    ...reads.map(({ name, times, growth, goal, queries }) => [
      name,
      times.small.toFixed(1),
      times.large.toFixed(1),
      `${growth.toFixed(2)} ×`,
      `≤ ${goal} ×`,
      verdict(growth <= goal),
      queries ? [...new Set([queries.small, queries.large])].join(' and ') : '',
      queries ? verdict(Math.max(queries.small, queries.large) <= maximumQueries) : '',
    ]),
    ...scans.map((plan) => [`a whole table: ${plan.replaceAll(/\s+/g, ' ')}`, ...Array(6).fill(''), 'FAIL']),
  ]
}

/** What the statistics cost writers, in words. */
export function writersText({ rate, share, deadlocks, lost }: WriterFigures): string {
  const isMet = share >= minimumShare && deadlocks === 0 && lost === 0
  return `${verdict(isMet)}: ${Math.round(rate)} replies a second with statistics, ${(share * 100).toFixed(0)} % of those without (goal ≥ ${minimumShare * 100} %); ${deadlocks} deadlocks, ${lost} replies not counted`
}

const maximumQueries = 14

function verdict(isMet: boolean): string {
  return isMet ? 'PASS' : 'FAIL'
}
