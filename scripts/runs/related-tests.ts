import { dirname } from 'node:path'
import { findEdges } from '../checks/imports/import-graph.ts'
import type { Repository } from '../checks/repository.ts'

/** Test files that stand near changed files. */
export interface NearestTests {
  /** The nearest first, at most as many as were asked for. */
  tests: string[]
  /** How many more import a changed file somehow. */
  others: number
}

/**
 * The unit tests nearest to changed files: those that have changed themselves, then those of the same folders, then by the
 * number of imports between.
 */
export function nearestTests(repository: Repository, changed: readonly string[], most: number): NearestTests {
  const importers = new Map<string, string[]>()
  for (const { from, to, kind } of findEdges(repository)) {
    if (kind !== 'type') importers.set(to, [...(importers.get(to) ?? []), from])
  }
  const steps = new Map(changed.filter((file) => repository.files.includes(file)).map((file) => [file, 0]))
  for (const [file, step] of steps) {
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, step + 1)
  }
  const folders = new Set(changed.map((file) => dirname(file)))
  const isTest = (file: string) => /\.test\.tsx?$/.test(file)
  for (const file of repository.files)
    if (isTest(file) && folders.has(dirname(file))) steps.set(file, Math.min(steps.get(file) ?? 1, 1))
  const tests = [...steps.keys()]
    .filter(isTest)
    .sort((one, other) => (steps.get(one) ?? 0) - (steps.get(other) ?? 0))
  return { tests: tests.slice(0, most), others: Math.max(0, tests.length - most) }
}
