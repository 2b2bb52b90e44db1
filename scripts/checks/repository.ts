import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSource, type SourceFile } from './source-file.ts'

/** A violation of a rule: path from the root, 1-based line, and a message that says what to change. */
export interface Fault {
  file: string
  line?: number
  message: string
}

/** A rule of the repository. Its `name` is printed before each of its faults. */
export interface Check {
  name: string
  find(repository: Repository): Fault[] | Promise<Fault[]>
  /** Information that is printed but does not fail the check. */
  notes?(repository: Repository): Fault[]
}

/** A package of this repository. */
export interface Workspace {
  /** Path from the root; '' for the root itself. */
  folder: string
  name: string
  manifest: Manifest
}

export interface Manifest {
  name?: string
  exports?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  /** Of an extension: the ids of those that it requires, and of those for which it has parts. */
  parley?: { requires?: readonly string[]; optional?: readonly string[] }
}

/** The working copy without installed, built and data files. */
export interface Repository {
  root: string
  /** Paths of all files from the root, with forward slashes. */
  files: readonly string[]
  /** TypeScript and JavaScript files, which are parsed lazily. */
  sources: readonly SourceFile[]
  workspaces: readonly Workspace[]
  /** Ids of the folders under extensions/. */
  extensions: readonly string[]
  read(file: string): string
}

const skippedFolders = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results'])

/** Reads the list of files now and their contents lazily. */
export function openRepository(root: string): Repository {
  const files = listFiles(root, '')
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const isSource = (file: string) => /\.(ts|tsx|mjs|js)$/.test(file) || file === 'bin/parley'
  return {
    root,
    files,
    read,
    sources: files.filter(isSource).map((file) => openSource(file, read)),
    workspaces: files.filter(isManifest).map((file) => openWorkspace(file, read)),
    extensions: files.flatMap((file) => /^extensions\/([^/]+)\/package\.json$/.exec(file)?.[1] ?? []),
  }
}

function isManifest(file: string): boolean {
  return /^((packages|extensions)\/[^/]+\/|site\/)?package\.json$/.test(file)
}

function openWorkspace(file: string, read: (file: string) => string): Workspace {
  const manifest: Manifest = JSON.parse(read(file))
  return { folder: file.replace(/\/?package\.json$/, ''), name: manifest.name ?? '', manifest }
}

function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listFiles(root, path)
    return entry.isFile() ? [path] : []
  })
}
