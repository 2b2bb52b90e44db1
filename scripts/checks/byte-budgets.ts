import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Check, Fault, Repository } from './repository.ts'

/** Maximum brotli sizes in bytes (quality 11) of the files that a first visit loads, in total and by origin. */
const budgets = { js: 130_000, css: 20_000, runtime: 62_000, core: 48_500, extensions: 18_800 }

/** The same for the first page of the administration area. Pages that load more of their own have the rest of 170 kB. */
const adminBudgets = { js: 110_000, css: 15_000 }

const clientFolder = 'dist/client'
const manifestFile = `${clientFolder}/.vite/manifest.json`
const adminManifestFile = `${clientFolder}/.vite/admin.json`

/**
 * The first view (each entry of the browser build with its static imports) stays within its budgets.
 * Chunks count by origin: `runtime` is the chunk of that name (packages from the registry), `extensions`
 * are chunks of that name or of a file under extensions/, the rest is the core's.
 */
export const byteBudgets: Check = {
  name: 'byte budget',
  find(repository) {
    if (!repository.files.includes('vite.config.ts')) return []
    if (!existsSync(join(repository.root, manifestFile))) {
      return [{ file: manifestFile, message: 'is missing: npm run build' }]
    }
    return [
      ...faultsOf('first view', measureFirstView(repository), budgets),
      ...(existsSync(join(repository.root, adminManifestFile))
        ? faultsOf('administration', measureFirstView(repository, adminManifestFile), adminBudgets)
        : []),
    ]
  },
}

/** One entry of Vite's build manifest. */
interface Chunk {
  file: string
  src?: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** Brotli sizes in bytes by part of the budget, of the bundle that a manifest lists. */
export function measureFirstView(
  { root }: Pick<Repository, 'root'>,
  file = manifestFile,
): Map<string, number> {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(root, file), 'utf8'))
  // The style sheet of a build without CSS code splitting belongs to no chunk. No page loads the scripts of extensions.
  const isFirst = ({ isEntry, src = '' }: Chunk) =>
    (isEntry && !/^extensions\/[^/]+\/scripts\//.test(src)) || src === 'style.css'
  const chunks = new Set(Object.values(manifest).filter(isFirst))
  for (const chunk of chunks) {
    for (const key of chunk.imports ?? []) if (manifest[key]) chunks.add(manifest[key])
  }
  const sizes = new Map<string, number>()
  const add = (part: string, file: string) => {
    const bytes = brotliCompressSync(readFileSync(join(root, clientFolder, file))).length
    sizes.set(part, (sizes.get(part) ?? 0) + bytes)
    return bytes
  }
  for (const chunk of chunks) {
    if (!chunk.file.endsWith('.js')) continue
    const bytes = add(originOf(chunk), chunk.file)
    sizes.set('js', (sizes.get('js') ?? 0) + bytes)
  }
  const styles = [...chunks].flatMap(({ file, css = [] }) => [
    ...css,
    ...(file.endsWith('.css') ? [file] : []),
  ])
  for (const file of new Set(styles)) add('css', file)
  return sizes
}

function originOf({ name = '', src = '' }: Chunk): string {
  if (/^runtime\b/.test(name)) return 'runtime'
  return /^extensions?\b/.test(name) || src.includes('extensions/') ? 'extensions' : 'core'
}

function faultsOf(
  what: string,
  sizes: Map<string, number>,
  limits: Readonly<Record<string, number>>,
): Fault[] {
  return Object.entries(limits).flatMap(([part, limit]) =>
    overBudget(`${what}, ${part}`, sizes.get(part) ?? 0, limit),
  )
}

function overBudget(what: string, bytes: number, budget: number): Fault[] {
  if (bytes <= budget) return []
  const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} kB`
  return [{ file: clientFolder, message: `${what}: ${kilobytes(bytes)}, at most ${kilobytes(budget)}` }]
}
