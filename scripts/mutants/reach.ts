import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Node } from 'oxc-parser'
import type { Repository } from '../checks/repository.ts'
import { type SourceFile, walk } from '../checks/source-file.ts'
import { nearestTests } from '../runs/related-tests.ts'
import { isMutated, runTests } from './copy.ts'

/** Which test files run which functions, by file and by the offset of the function in it. */
export interface Reach {
  files: Record<string, { hash: string; functions: Record<string, string[]> }>
}

const mark = '__reached'

/**
 * Runs every unit test once in `copy`, whose functions note that they are called. Takes as long as `npm run test:unit`.
 *
 * @throws when a test fails
 */
export async function measureReach(repository: Repository, copy: string): Promise<Reach> {
  const marked: { file: string; offset: number }[] = []
  const reach: Reach = { files: {} }
  for (const source of repository.sources.filter(({ path }) => isMutated(path))) {
    reach.files[source.path] = { hash: hashOf(source.text), functions: {} }
    writeFileSync(join(copy, source.path), markFunctions(source, marked))
  }
  const notes = join(copy, 'reached')
  mkdirSync(notes)
  writeFileSync(join(copy, 'note-reached.ts'), setUp(notes, marked.length))
  const config = readFileSync(join(copy, 'vitest.config.ts'), 'utf8')
  writeFileSync(
    join(copy, 'vitest.config.ts'),
    config.replace('globalSetup:', "setupFiles: ['note-reached.ts'],\n    globalSetup:"),
  )
  const { status, output } = await runTests(copy, [], 3_600_000)
  writeFileSync(join(copy, 'vitest.config.ts'), config)
  for (const source of repository.sources.filter(({ path }) => isMutated(path)))
    writeFileSync(join(copy, source.path), source.text)
  if (status !== 'passed') throw new Error(`The tests do not pass as they are:\n${output.slice(-3000)}`)
  for (const name of readdirSync(notes)) {
    const { test, reached } = JSON.parse(readFileSync(join(notes, name), 'utf8')) as {
      test: string
      reached: number[]
    }
    for (const index of reached) {
      const { file = '', offset = 0 } = marked[index] ?? {}
      const functions = reach.files[file]?.functions ?? {}
      functions[offset] = [...(functions[offset] ?? []), relative(copy, test)]
    }
  }
  rmSync(notes, { recursive: true })
  return reach
}

/** So many test files stand in where nothing is known. */
const nearestByImports = 40

/**
 * The test files that can notice a mutant, those that most probably do first. In a file that has changed since, and
 * outside of functions, those of all its functions.
 */
export function testsFor(
  reach: Reach,
  repository: Repository,
  { file, inside }: { file: string; inside: number | undefined },
): string[] {
  const known = reach.files[file]
  const isSame = known?.hash === hashOf(repository.read(file))
  const exact = isSame && inside !== undefined ? known.functions[inside] : undefined
  const found = new Set(exact ?? Object.values(known?.functions ?? {}).flat())
  const beside = repository.files.filter(
    (path) => path.endsWith('.test.ts') && dirname(path) === dirname(file),
  )
  // What runs in a process or thread of its own is not noted: those that stand near, then.
  if (found.size === 0)
    return [...new Set([...beside, ...nearestTests(repository, [file], nearestByImports).tests])]
  const present = [...found].filter((path) => existsSync(join(repository.root, path)))
  return present.sort((one, other) => distance(one, file) - distance(other, file))
}

/** 0 for the test of that name, then by the folders that lie between. */
function distance(test: string, file: string): number {
  if (test.replace('.test.ts', '.ts') === file) return 0
  const [from, to] = [dirname(test).split('/'), dirname(file).split('/')]
  const shared = from.findIndex((part, index) => part !== to[index])
  return 1 + from.length + to.length - 2 * (shared < 0 ? from.length : shared)
}

/** A source whose functions note in a global array that they are called. */
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
    const note = `globalThis.${mark}&&(globalThis.${mark}[${marked.length}]=1)`
    marked.push({ file: source.path, offset: node.start })
    if (body.type === 'BlockStatement') insertions.push([body.start + 1, `${note};`])
    else insertions.push([body.start, `(${note},`], [(body as Node).end, ')'])
  })
  // From the end, so that offsets stay. Only closing brackets can meet at one.
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
Object.assign(globalThis, { ${mark}: reached })
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
