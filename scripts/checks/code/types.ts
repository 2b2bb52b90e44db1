import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTool } from '../command.ts'
import type { Check, Fault, Repository } from '../repository.ts'
import { checkOwnTypes } from './own-types.ts'

const typescript = fileURLToPath(import.meta.resolve('typescript/package.json'))
/** Each checker of a compiler run works out the common types anew, so there is one for every two processors. */
const checkers = ['--checkers', String(Math.max(1, Math.floor(availableParallelism() / 2)))]

/**
 * Type checks by projects, which limit the visible types: `shared` without Node and browser, the core without extensions,
 * each extension with the contracts of others at most, and finally everything together. A part for an extension that is not
 * there cannot be compiled.
 */
export const types: Check = {
  name: 'types',
  async find(repository) {
    const { root, extensions, files } = repository
    const missing = extensions
      .map((id) => `extensions/${id}/tsconfig.json`)
      .filter((file) => !files.includes(file))
      .map((file) => ({ file, message: 'is missing: { "extends": "../../tsconfig.extension.json" }' }))
    const limited = ['docs/examples', ...extensions.map((id) => `extensions/${id}`)]
    const found = await inParallel([
      ...wholeProjects(repository).map((project) => () => compile(root, project)),
      () =>
        checkOwnTypes(
          root,
          present(
            repository,
            limited.map((folder) => `${folder}/tsconfig.json`),
          ),
        ),
    ])
    return [...missing, ...withoutAbsentParts(repository, found.flat())]
  },
}

/** The same with everything together only: one compiler run, which does not limit the visible types. */
export const typesTogether: Check = {
  name: 'types',
  find: async (repository) => withoutAbsentParts(repository, await compile(repository.root, 'tsconfig.json')),
}

/** The same of one folder with a project of its own. */
export function typesOf(folder: string): Check {
  return { name: 'types', find: ({ root }) => compile(root, `${folder}/tsconfig.json`) }
}

/** The projects that share so little that each has a compiler run of its own, those with the most work first. */
function wholeProjects(repository: Repository): string[] {
  return present(repository, ['tsconfig.json', 'tsconfig.core.json', 'tsconfig.shared.json'])
}

function present({ files }: Repository, projects: readonly string[]): string[] {
  return projects.filter((file) => files.includes(file))
}

function withoutAbsentParts({ extensions }: Repository, found: readonly Fault[]): Fault[] {
  const faults = found.filter(({ file }) => {
    const [, other] = /^extensions\/[^/]+\/when\/([^/]+)\//.exec(file) ?? []
    return other === undefined || extensions.includes(other)
  })
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()]
}

/** Compiles a project, or only what changed since its last run in this working copy. */
async function compile(root: string, project: string): Promise<Fault[]> {
  const known = `node_modules/.cache/parley/${project.replace('.json', '.tsbuildinfo')}`
  const { code, output } = await runTool(
    `${dirname(typescript)}/bin/tsc`,
    ['-p', project, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', known, ...checkers],
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

async function inParallel<Result>(works: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const queue = [...works.entries()]
  const results: Result[] = []
  const drainQueue = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await next[1]()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, drainQueue))
  return results
}
