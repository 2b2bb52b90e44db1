import { dirname } from 'node:path'
import { findEdges } from '../checks/imports/import-graph.ts'
import type { Repository } from '../checks/repository.ts'

/** Test files that depend on changed files. */
export interface NearestTests {
  /** The nearest test files, in order, up to the requested number. */
  tests: string[]
  /** Number of further test files that import a changed file, directly or not. */
  others: number
}

/**
 * The unit tests nearest to changed files: first changed tests, then tests in the same folders, then by the number of
 * imports between. Long tests are left out.
 */
export function nearestTests(
  repository: Repository,
  changed: readonly string[],
  maxTests: number,
): NearestTests {
  const importers = new Map<string, string[]>()
  for (const { from, to, kind } of findEdges(repository)) {
    if (kind !== 'type') importers.set(to, [...(importers.get(to) ?? []), from])
  }
  const distances = new Map(
    changed.filter((file) => repository.files.includes(file)).map((file) => [file, 0]),
  )
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  }
  const folders = new Set(changed.map((file) => dirname(file)))
  const isTest = (file: string) => /(?<!\.long)\.test\.tsx?$/.test(file)
  for (const file of repository.files)
    if (isTest(file) && folders.has(dirname(file))) distances.set(file, Math.min(distances.get(file) ?? 1, 1))
  const tests = [...distances.keys()]
    .filter(isTest)
    .sort((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0))
  return { tests: tests.slice(0, maxTests), others: Math.max(0, tests.length - maxTests) }
}
