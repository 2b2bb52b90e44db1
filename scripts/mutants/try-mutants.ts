import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Random } from '@parley/server/random'
import type { Repository } from '../checks/repository.ts'
import { checkTypes, isMutated, runTests, withoutPostgres } from './copy.ts'
import { type Mutant, mutantsOf } from './points.ts'
import { type Reach, testsFor } from './reach.ts'

export type Outcome = 'killed' | 'survived' | 'equivalent'

export interface Tried extends Mutant {
  /** The line it changes, without indentation: what the list of equivalent mutants knows it by. */
  code: string
  outcome: Outcome
  /** What killed it. */
  by?: string
}

/** A mutant that no test can notice. */
interface Equivalent {
  file: string
  code: string
  what: string
  reason: string
}

/** So many test files at first, those that stand nearest, and only on SQLite: most mutants need no others. */
const nearest = 3
const msPerFile = 60_000
const msAtLeast = 120_000

/** The same mutants for the same seed and sources. */
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
  /** A copy of it, to break. */
  copy: string
  reach: Reach
  /** Where outcomes are kept, a line of JSON each: those that stand there are not tried again. */
  record: string
  onTried(tried: Tried): void
}

/** Tries mutants one after the other. */
export async function tryMutants(mutants: readonly Mutant[], options: TryOptions): Promise<Tried[]> {
  const { repository, record, onTried } = options
  const equivalent: Equivalent[] = JSON.parse(repository.read('scripts/mutants/equivalent.json'))
  const before = readRecord(record)
  const tried: Tried[] = []
  for (const mutant of mutants) {
    const code = textOf(repository, mutant).split('\n')[mutant.line - 1]?.trim() ?? ''
    const isEquivalent = equivalent.some(
      (known) => known.file === mutant.file && known.code === code && known.what === mutant.what,
    )
    const known = before.get(keyOf({ ...mutant, code }))
    const result: Tried = isEquivalent
      ? { ...mutant, code, outcome: 'equivalent' }
      : (known ?? { ...mutant, code, ...(await tryOne(mutant, options)) })
    if (!isEquivalent && !known) {
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
      { files: tests.slice(0, nearest), options: withoutPostgres },
      { files: tests, options: [] },
    ]
    for (const { files, options } of stages) {
      if (files.length === 0) continue
      const { status, output } = await runTests(copy, files, msAtLeast + msPerFile * files.length, options)
      const [, by = status] = /FAIL +(\S+ > .*)/.exec(output) ?? []
      if (status !== 'passed') return { outcome: 'killed', by }
    }
    const types = await checkTypes(copy)
    return types.status === 'passed' ? { outcome: 'survived' } : { outcome: 'killed', by: 'types' }
  } finally {
    writeFileSync(path, text)
  }
}

/** As it was when the mutants were made: the working folder may change meanwhile. */
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
