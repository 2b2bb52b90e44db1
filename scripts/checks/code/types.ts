import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTool } from '../command.ts'
import type { Check, Fault, Repository } from '../repository.ts'

const typescript = fileURLToPath(import.meta.resolve('typescript/package.json'))

/**
 * Type checks with one compiler run per project, which limits the visible types: `shared` without Node and browser, the
 * core without extensions, each extension with the contracts of others at most, and finally everything together. A part
 * for an extension that is not there cannot be compiled.
 */
export const types: Check = {
  name: 'types',
  async find(repository) {
    const missing = repository.extensions
      .map((id) => `extensions/${id}/tsconfig.json`)
      .filter((file) => !repository.files.includes(file))
      .map((file) => ({ file, message: 'is missing: { "extends": "../../tsconfig.extension.json" }' }))
    return [...missing, ...(await faultsOf(repository, projects(repository)))]
  },
}

/** The same with everything together only: one compiler run, which does not limit the visible types. */
export const typesTogether: Check = {
  name: 'types',
  find: (repository) => faultsOf(repository, ['tsconfig.json']),
}

async function faultsOf(repository: Repository, compiled: readonly string[]): Promise<Fault[]> {
  const found = await inParallel(compiled, (project) => compile(repository.root, project))
  const faults = found.flat().filter(({ file }) => {
    const [, other] = /^extensions\/[^/]+\/when\/([^/]+)\//.exec(file) ?? []
    return other === undefined || repository.extensions.includes(other)
  })
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()]
}

function projects(repository: Repository): string[] {
  const candidates = [
    'tsconfig.json',
    'tsconfig.core.json',
    'tsconfig.shared.json',
    'docs/examples/tsconfig.json',
    ...repository.extensions.map((id) => `extensions/${id}/tsconfig.json`),
  ]
  return candidates.filter((file) => repository.files.includes(file))
}

async function compile(root: string, project: string): Promise<Fault[]> {
  const { code, output } = await runTool(
    `${dirname(typescript)}/bin/tsc`,
    ['-p', project, '--pretty', 'false'],
    root,
  )
  const faults = parseDiagnostics(output)
  return code !== 0 && faults.length === 0 ? [{ file: project, message: output.trim() }] : faults
}

/** Parses lines `path(line,column): error TS1234: text`. Continuation lines are indented. */
function parseDiagnostics(output: string): Fault[] {
  return output.split('\n').flatMap((text) => {
    const [, file, line, message] = /^(.+?)\((\d+),\d+\): error (.*)$/.exec(text) ?? []
    return file && message ? [{ file, line: Number(line), message }] : []
  })
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queue = items.map((item, index) => ({ item, index }))
  const results: Result[] = []
  const drainQueue = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next.index] = await work(next.item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, drainQueue))
  return results
}
