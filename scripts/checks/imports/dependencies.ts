import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import type { Check, Fault, Manifest, Repository, Workspace } from '../repository.ts'
import { workspaceOf } from '../repository.ts'
import { isTest, type SourceFile, walk } from '../source-file.ts'
import { packageName } from './import-graph.ts'

/** The root depends on Node itself, which no file imports. */
const runtimes = new Set(['node'])

/**
 * The package.json of a workspace lists exactly the packages that the workspace imports. Tests may also
 * import the root's development dependencies. Builtins are imported with the prefix `node:`.
 */
export const dependencies: Check = {
  name: 'dependencies',
  find(repository) {
    const root = repository.workspaces.find(({ folder }) => folder === '')
    const uses = repository.sources.flatMap((file) => findUses(repository, file))
    return [
      ...uses
        .filter(isUnprefixedBuiltin)
        .map(({ file, line, name }) => ({ file, line, message: `write node:${name}` })),
      ...undeclaredFaults(
        repository,
        uses.filter(({ name }) => !isBuiltin(name)),
        root,
      ),
      ...repository.workspaces.flatMap((workspace) => unused(repository, workspace, uses)),
    ]
  },
}

interface Use {
  file: string
  line: number
  name: string
  isType: boolean
}

function findUses(repository: Repository, file: SourceFile): Use[] {
  const uses = file.imports
    .filter(({ specifier }) => !/^[./#]|^virtual:/.test(specifier))
    .map(({ specifier, line, kind }) => ({
      file: file.path,
      line,
      name: isBuiltin(specifier) ? specifier : packageName(specifier),
      isType: kind === 'type',
    }))
  const jsx = findJsx(file)
  return [...uses, ...(jsx ? [{ file: file.path, line: jsx, name: 'react', isType: false }] : [])].filter(
    (use) => use.name !== workspaceOf(repository, use.file)?.name,
  )
}

/** JSX compiles into an import of React. */
function findJsx(file: SourceFile): number | undefined {
  if (!file.path.endsWith('.tsx')) return undefined
  let line: number | undefined
  walk(file.program, (node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') line ??= file.lineAt(node.start)
  })
  return line
}

function isUnprefixedBuiltin({ name }: Use): boolean {
  return isBuiltin(name) && !name.startsWith('node:')
}

/** One fault for each undeclared package of a workspace, at its first import. */
function undeclaredFaults(
  repository: Repository,
  uses: readonly Use[],
  root: Workspace | undefined,
): Fault[] {
  const found = new Map<string, { use: Use; manifest: string; count: number }>()
  for (const use of uses) {
    const workspace = workspaceOf(repository, use.file)
    if (!workspace || isDeclared(use, workspace, root)) continue
    const manifest = manifestOf(workspace)
    const existing = found.get(`${manifest} ${use.name}`)
    if (existing) existing.count++
    else found.set(`${manifest} ${use.name}`, { use, manifest, count: 1 })
  }
  return [...found.values()].map(({ use: { file, line, name }, manifest, count }) => {
    const others = count > 1 ? ` (and ${count - 1} more)` : ''
    return { file, line, message: `imports ${name}, which ${manifest} does not list${others}` }
  })
}

function isDeclared(use: Use, workspace: Workspace, root: Workspace | undefined): boolean {
  return [
    ...runtimeNames(workspace.manifest),
    ...(isTest(use.file) || workspace === root ? developmentNames(workspace, root) : []),
    ...(use.isType ? developmentNames(workspace, undefined) : []),
  ].includes(use.name)
}

function manifestOf({ folder }: Workspace): string {
  return folder ? `${folder}/package.json` : 'package.json'
}

function unused(repository: Repository, workspace: Workspace, uses: readonly Use[]): Fault[] {
  const file = manifestOf(workspace)
  const isRoot = workspace.folder === ''
  const own = uses.filter((use) => isRoot || workspaceOf(repository, use.file) === workspace)
  const used = new Set(own.map(({ name }) => name))
  const isUsed = (name: string) =>
    used.has(name) ||
    isTypesOf(name, used) ||
    (isRoot && (runtimes.has(name) || isTool(repository, workspace, name)))
  return [...runtimeNames(workspace.manifest), ...developmentNames(workspace, undefined)]
    .filter((name) => !isUsed(name))
    .map((name) => ({ file, message: `lists ${name}, which nothing imports` }))
}

/** Whether a package has the types of an imported package (`@types/pg` for `pg`) or of Node. */
function isTypesOf(name: string, used: ReadonlySet<string>): boolean {
  const [, typed] = /^@types\/(.+)$/.exec(name) ?? []
  if (!typed) return false
  return typed === 'node' || used.has(typed.includes('__') ? `@${typed.replace('__', '/')}` : typed)
}

/** Whether a script runs one of the package's commands, or refers to the package by name. */
function isTool(repository: Repository, root: Workspace, name: string): boolean {
  const manifest = join(repository.root, 'node_modules', name, 'package.json')
  const bin: unknown = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).bin : undefined
  const commands = typeof bin === 'object' && bin !== null ? Object.keys(bin) : [name.replace(/^.*\//, '')]
  const scripts = Object.values(root.manifest.scripts ?? {})
    .join(' ')
    .split(/\s+/)
  if (commands.some((command) => scripts.includes(command))) return true
  const quoted = new RegExp(`['"\`](node_modules/)?${name.replaceAll('/', '\\/')}[/'"\`]`)
  return repository.sources
    .filter(({ path }) => path.startsWith('scripts/') || !path.includes('/'))
    .some(({ text }) => quoted.test(text))
}

function runtimeNames(manifest: Manifest): string[] {
  const { dependencies, peerDependencies, optionalDependencies } = manifest
  return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })
}

function developmentNames(workspace: Workspace, root: Workspace | undefined): string[] {
  return Object.keys({ ...workspace.manifest.devDependencies, ...root?.manifest.devDependencies })
}
