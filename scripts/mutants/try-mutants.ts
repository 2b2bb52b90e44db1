import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Random } from '@parley/seed/random'
import type { Repository } from '../checks/repository.ts'
import { checkTypes, isMutated, runTests, withoutPostgres } from './copy.ts'
import { type Mutant, mutantsOf } from './points.ts'
import { type Reach, testsFor } from './reach.ts'

export type Outcome = 'killed' | 'survived' | 'equivalent'

export interface Tried extends Mutant {
  /** The changed line without indentation, which identifies equivalent mutants. */
  code: string
  outcome: Outcome
  /** The test that killed the mutant, 'types' or 'timed out'. */
  by?: string
}

/** A mutant that no test can detect. */
interface Equivalent {
  file: string
  code: string
  what: string
  reason: string
}

/** Number of test files in the first stage, which runs on SQLite only: they kill most mutants. */
const firstFileCount = 3
const msPerFile = 60_000
const minMs = 120_000

/** Chooses random mutants. The same seed and sources give the same mutants. */
export function chooseMutants(repository: Repository, seed: number, count: number): Mutant[] {
  const random = new Random(seed)
  const all = repository.sources.filter(({ path }) => isMutated(path)).flatMap(mutantsOf)
  const chosen = new Set<Mutant>()
  while (chosen.size < Math.min(count, all.length)) {
    const mutant = all[random.below(all.length)]
    if (mutant) chosen.add(mutant)
  }
  return [...chosen]
}

export interface TryOptions {
  repository: Repository
  /** A copy of the repository, in which mutants are tried. */
  copy: string
  reach: Reach
  /** File of outcomes, one line of JSON each. Recorded mutants are not tried again. */
  record: string
  onTried(tried: Tried): void
}

/** Tries mutants sequentially. */
export async function tryMutants(mutants: readonly Mutant[], options: TryOptions): Promise<Tried[]> {
  const { repository, record, onTried } = options
  const equivalent: Equivalent[] = JSON.parse(repository.read('scripts/mutants/equivalent.json'))
  const earlier = readRecord(record)
  const tried: Tried[] = []
  for (const mutant of mutants) {
    const code = textOf(repository, mutant).split('\n')[mutant.line - 1]?.trim() ?? ''
    const isEquivalent = equivalent.some(
      ({ file, code: line, what }) => file === mutant.file && line === code && what === mutant.what,
    )
    const recorded = earlier.get(keyOf({ ...mutant, code }))
    const result: Tried = isEquivalent
      ? { ...mutant, code, outcome: 'equivalent' }
      : (recorded ?? { ...mutant, code, ...(await tryOne(mutant, options)) })
    if (!isEquivalent && !recorded) {
      mkdirSync(dirname(record), { recursive: true })
      appendFileSync(record, `${JSON.stringify(result)}\n`)
    }
    tried.push(result)
    onTried(result)
  }
  return tried
}

async function tryOne(
  mutant: Mutant,
  { repository, copy, reach }: TryOptions,
): Promise<{ outcome: Outcome; by?: string }> {
  const text = textOf(repository, mutant)
  const path = join(copy, mutant.file)
  const tests = testsFor(reach, repository, mutant)
  writeFileSync(path, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end))
  try {
    const stages = [
      { files: tests.slice(0, firstFileCount), options: withoutPostgres },
      { files: tests, options: [] },
    ]
    for (const { files, options } of stages) {
      if (files.length === 0) continue
      const { status, output } = await runTests(copy, files, minMs + msPerFile * files.length, options)
      const [, by = status] = /FAIL +(\S+ > .*)/.exec(output) ?? []
      if (status !== 'passed') return { outcome: 'killed', by }
    }
    const types = await checkTypes(copy)
    return types.status === 'passed' ? { outcome: 'survived' } : { outcome: 'killed', by: 'types' }
  } finally {
    writeFileSync(path, text)
  }
}

/** The text of the mutant's file as parsed: the working copy may have changed since. */
function textOf({ sources }: Repository, { file }: Mutant): string {
  return sources.find(({ path }) => path === file)?.text ?? ''
}

function readRecord(record: string): Map<string, Tried> {
  if (!existsSync(record)) return new Map()
  const lines = readFileSync(record, 'utf8').trim().split('\n').filter(Boolean)
  return new Map(lines.map((line) => JSON.parse(line) as Tried).map((tried) => [keyOf(tried), tried]))
}

function keyOf({ file, start, code, what }: Mutant & { code: string }): string {
  return `${file} ${start} ${code} ${what}`
}
