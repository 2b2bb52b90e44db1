import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSource, type SourceFile } from './source-file.ts'

/** One broken rule: where (path from the root, 1-based line) and what, in words that say what to do. */
export interface Fault {
  file: string
  line?: number
  message: string
}

/** One rule of the repository. `name` stands before each of its faults. */
export interface Check {
  name: string
  find(repository: Repository): Fault[] | Promise<Fault[]>
  /** What is worth knowing and no fault: printed, and counts for nothing. */
  notes?(repository: Repository): Fault[]
}

/** A package.json and the files it answers for. */
export interface Workspace {
  /** Path from the root; '' for the root itself. */
  folder: string
  name: string
  manifest: Manifest
}

export interface Manifest {
  name?: string
  scripts?: Record<string, string>
  exports?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  parley?: { requires?: string[]; optional?: string[] }
}

/** The working copy as the checks see it: everything but installed, built and ignored files. */
export interface Repository {
  root: string
  /** Every file, as a path from the root with forward slashes. */
  files: readonly string[]
  /** TypeScript and JavaScript files, parsed on demand. */
  sources: readonly SourceFile[]
  workspaces: readonly Workspace[]
  /** Ids of the folders under extensions/. */
  extensions: readonly string[]
  read(file: string): string
}

const skippedFolders = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results'])

/** Reads the list of files at once and their contents on demand. */
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

/** The workspace a file belongs to: the innermost folder with a package.json of ours. */
export function workspaceOf(repository: Repository, file: string): Workspace | undefined {
  const inside = repository.workspaces.filter(({ folder }) => folder === '' || file.startsWith(`${folder}/`))
  return inside.sort((a, b) => b.folder.length - a.folder.length)[0]
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
