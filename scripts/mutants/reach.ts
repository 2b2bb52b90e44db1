import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Node } from 'oxc-parser'
import type { Repository } from '../checks/repository.ts'
import { type SourceFile, walk } from '../checks/source-file.ts'
import { nearestTests } from '../runs/related-tests.ts'
import { isMutated, runTests } from './copy.ts'

/** Coverage: the test files that call a function, by source file and by the offset of the function. */
export interface Reach {
  files: Record<string, { hash: string; functions: Record<string, string[]> }>
}

const coverageArray = '__reached'

/**
 * Instruments the functions in `copy` and runs every unit test once. Takes as long as `npm run test:unit`.
 *
 * @throws if a test fails
 */
export async function measureReach(repository: Repository, copy: string): Promise<Reach> {
  const marked: { file: string; offset: number }[] = []
  const reach: Reach = { files: {} }
  for (const source of repository.sources.filter(({ path }) => isMutated(path))) {
    reach.files[source.path] = { hash: hashOf(source.text), functions: {} }
    writeFileSync(join(copy, source.path), markFunctions(source, marked))
  }
  const reports = join(copy, 'reached')
  mkdirSync(reports)
  writeFileSync(join(copy, 'report-reached.ts'), setUp(reports, marked.length))
  const config = readFileSync(join(copy, 'vitest.config.ts'), 'utf8')
  writeFileSync(
    join(copy, 'vitest.config.ts'),
    config.replace('globalSetup:', "setupFiles: ['report-reached.ts'],\n    globalSetup:"),
  )
  const { status, output } = await runTests(copy, [], 3_600_000)
  writeFileSync(join(copy, 'vitest.config.ts'), config)
  for (const source of repository.sources.filter(({ path }) => isMutated(path)))
    writeFileSync(join(copy, source.path), source.text)
  if (status !== 'passed') throw new Error(`The tests fail without mutants:\n${output.slice(-3000)}`)
  for (const name of readdirSync(reports)) {
    const { test, reached } = JSON.parse(readFileSync(join(reports, name), 'utf8')) as {
      test: string
      reached: number[]
    }
    for (const index of reached) {
      const { file = '', offset = 0 } = marked[index] ?? {}
      const functions = reach.files[file]?.functions ?? {}
      functions[offset] = [...(functions[offset] ?? []), relative(copy, test)]
    }
  }
  rmSync(reports, { recursive: true })
  return reach
}

/** Number of test files to run if none is recorded. */
const nearestByImports = 40

/**
 * The test files that can detect a mutant, the most likely first. For mutants outside of functions, and in files that
 * have changed since the measurement, the tests of all functions of the file.
 */
export function testsFor(
  reach: Reach,
  repository: Repository,
  { file, inside }: { file: string; inside: number | undefined },
): string[] {
  const recorded = reach.files[file]
  const isSame = recorded?.hash === hashOf(repository.read(file))
  const exact = isSame && inside !== undefined ? recorded.functions[inside] : undefined
  const found = new Set(exact ?? Object.values(recorded?.functions ?? {}).flat())
  const beside = repository.files.filter(
    (path) => path.endsWith('.test.ts') && dirname(path) === dirname(file),
  )
  // Calls in other processes and threads are not recorded. Fall back to the nearest tests.
  if (found.size === 0)
    return [...new Set([...beside, ...nearestTests(repository, [file], nearestByImports).tests])]
  const present = [...found].filter((path) => existsSync(join(repository.root, path)))
  return present.sort((one, other) => distance(one, file) - distance(other, file))
}

/** 0 for the test of the same name, else the number of folders between the two files, plus 1. */
function distance(test: string, file: string): number {
  if (test.replace('.test.ts', '.ts') === file) return 0
  const [from, to] = [dirname(test).split('/'), dirname(file).split('/')]
  const shared = from.findIndex((part, index) => part !== to[index])
  return 1 + from.length + to.length - 2 * (shared < 0 ? from.length : shared)
}

/** Instruments a source file: its functions record their calls in a global array. */
function markFunctions(source: SourceFile, marked: { file: string; offset: number }[]): string {
  const insertions: [offset: number, text: string][] = []
  walk(source.program, (node) => {
    if (
      node.type !== 'ArrowFunctionExpression' &&
      node.type !== 'FunctionExpression' &&
      node.type !== 'FunctionDeclaration'
    )
      return
    const { body } = node
    if (!body) return
    const statement = `globalThis.${coverageArray}&&(globalThis.${coverageArray}[${marked.length}]=1)`
    marked.push({ file: source.path, offset: node.start })
    if (body.type === 'BlockStatement') insertions.push([body.start + 1, `${statement};`])
    else insertions.push([body.start, `(${statement},`], [(body as Node).end, ')'])
  })
  // Inserts from the end, so that offsets stay valid. Only closing brackets can share an offset.
  let text = source.text
  for (const [offset, added] of insertions.sort(([one], [other]) => other - one))
    text = text.slice(0, offset) + added + text.slice(offset)
  return text
}

function setUp(folder: string, count: number): string {
  return `import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
const reached = new Uint8Array(${count})
Object.assign(globalThis, { ${coverageArray}: reached })
afterAll(() => {
  const test = expect.getState().testPath
  const found = [...reached.keys()].filter((index) => reached[index])
  writeFileSync(join(${JSON.stringify(folder)}, process.pid + '-' + Math.random() + '.json'), JSON.stringify({ test, reached: found }))
})
`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
