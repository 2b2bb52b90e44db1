import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ClientFiles, ClientScript } from '../../points/context/context.ts'
import type { PageFiles } from './page-html.ts'
import type { PageRenderer } from './page-renderer.ts'
import { rendererThread } from './renderer-thread.ts'

/** A bundle of the client: its renderer, and the files that browsers load. */
export interface PageBundle {
  renderer: PageRenderer
  files: PageFiles
}

/** A built client: the bundle of the forum's pages, and those of other areas. */
export interface ClientBuild extends PageBundle {
  /** Folder whose `assets` are served under `/assets`. */
  folder: string
  /** Scripts of extensions that run before the first paint, below the base path, by id. */
  early?: Readonly<Record<string, string>>
  /** Further scripts of extensions, by id and name: `pwa/worker`. */
  scripts?: Readonly<Record<string, ClientScript>>
  /** What the forum's pages load on demand, below the base path. */
  late?: Omit<ClientFiles, 'shell'>
  /** Bundles of areas beside the forum's pages, by name. */
  areas?: Readonly<Record<string, PageBundle>>
}

/** Milliseconds after which the unused renderer of an area ends. The renderer of the forum's pages never does. */
const idleMs = 600_000

interface ManifestChunk {
  file: string
  name?: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/** Loads the output of `vite build` in `folder` (`dist`), with the bundles of `areas`. */
export async function loadClientBuild(folder: string, areas: readonly string[] = []): Promise<ClientBuild> {
  const client = join(folder, 'client')
  const manifestOf = async (name: string): Promise<Manifest> =>
    JSON.parse(await readFile(join(client, '.vite', name), 'utf8'))
  const load = async (manifest: string, entry: string, module: string, limits?: { idleMs: number }) => ({
    renderer: rendererThread(pathToFileURL(join(folder, 'server', module)).href, limits),
    files: filesOf(await manifestOf(manifest), entry),
  })
  const loadArea = async (name: string) =>
    [name, await load(`${name}.json`, `entry-${name}`, `entry-${name}-server.js`, { idleMs })] as const
  const manifest = await manifestOf('manifest.json')
  return {
    ...(await load('manifest.json', 'entry-client', 'entry-server.js')),
    folder: client,
    early: earlyOf(manifest),
    scripts: await scriptsOf(manifest, client),
    late: { chunks: chunksOf(manifest), texts: textsOf(manifest) },
    areas: Object.fromEntries(await Promise.all(areas.map(loadArea))),
  }
}

type Manifest = Readonly<Record<string, ManifestChunk>>

function filesOf(manifest: Manifest, name: string): PageFiles {
  const entries = Object.values(manifest).filter((chunk) => chunk.isEntry)
  const entry = entries.find((chunk) => chunk.name === name)
  // The script that runs before the first paint: `early.ts` of the client.
  const early = entries.find((chunk) => chunk.name === 'early')
  if (!entry || !early) {
    throw new Error(`The manifest of the client build lacks the entry “${name}” or “early”`)
  }
  const chunks = importedBy(manifest, entry)
  const styles = new Set([
    ...[entry, ...chunks].flatMap((chunk) => chunk.css ?? []),
    // If all code shares one style sheet, no chunk names it. Others are loaded on demand.
    ...Object.values(manifest)
      .filter(({ src }) => src === 'style.css')
      .map(({ file }) => file),
  ])
  return {
    script: `/${entry.file}`,
    early: `/${early.file}`,
    preloads: chunks.map((chunk) => `/${chunk.file}`),
    styles: [...styles].map((file) => `/${file}`),
  }
}

/** The scripts that extensions run before the first paint, by id: they serve every area. */
function earlyOf(manifest: Manifest): Record<string, string> {
  return Object.fromEntries(
    Object.values(manifest).flatMap(({ file, src = '', isEntry }) => {
      const [, id] = /^extensions\/([^/]+)\/early\.ts$/.exec(src) ?? []
      return isEntry && id !== undefined ? [[id, `/${file}`]] : []
    }),
  )
}

/** Reads the further scripts of extensions. */
async function scriptsOf(manifest: Manifest, folder: string): Promise<Record<string, ClientScript>> {
  const read = async ({ file, src = '' }: ManifestChunk) => {
    const [, id, name] = /^extensions\/([^/]+)\/scripts\/([a-z-]+)\.ts$/.exec(src) ?? []
    if (id === undefined) return []
    const text = await readFile(join(folder, file), 'utf8')
    return [[`${id}/${name}`, { address: `/${file}`, text }] as const]
  }
  const found = await Promise.all(
    Object.values(manifest)
      .filter(({ isEntry }) => isEntry)
      .map(read),
  )
  return Object.fromEntries(found.flat())
}

const texts = /^virtual:parley-messages\/([^/]+)/
const table = /\.json$/

/** Lists the chunks that the forum's pages load on demand, in the order in which they are found. Texts and tables are none. */
function chunksOf(manifest: Manifest): string[] {
  const first = Object.values(manifest).find(({ isEntry, name }) => isEntry && name === 'entry-client')
  if (!first) return []
  const loaded = new Set([first, ...importedBy(manifest, first)])
  const found = new Set(loaded)
  for (const chunk of found) {
    for (const key of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) {
      const next = manifest[key]
      if (next && !texts.test(key) && !table.test(key)) found.add(next)
    }
  }
  return [...found.difference(loaded)].map(({ file }) => `/${file}`)
}

function textsOf(manifest: Manifest): Record<string, string[]> {
  const found = Object.entries(manifest).flatMap(([key, { file }]) => {
    const [, locale] = texts.exec(key) ?? []
    return locale === undefined ? [] : [{ locale, file: `/${file}` }]
  })
  const byLocale = Map.groupBy(found, ({ locale }) => locale)
  return Object.fromEntries([...byLocale].map(([locale, files]) => [locale, files.map(({ file }) => file)]))
}

function importedBy(manifest: Manifest, entry: ManifestChunk): ManifestChunk[] {
  const found = new Set<ManifestChunk>()
  const collect = (chunk: ManifestChunk) => {
    for (const key of chunk.imports ?? []) {
      const imported = manifest[key]
      if (!imported || found.has(imported)) continue
      found.add(imported)
      collect(imported)
    }
  }
  collect(entry)
  return [...found]
}
