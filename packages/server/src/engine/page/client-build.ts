import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageFiles } from './page-html.ts'
import type { PageRenderer } from './page-renderer.ts'
import { rendererThread } from './renderer-thread.ts'

/** A built client: its renderer, and the files that browsers load. */
export interface ClientBuild {
  renderer: PageRenderer
  /** Folder whose `assets` are served under `/assets`. */
  folder: string
  files: PageFiles
}

interface ManifestChunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** Loads the output of `vite build` in `folder` (`dist`). */
export async function loadClientBuild(folder: string): Promise<ClientBuild> {
  const client = join(folder, 'client')
  const manifest = JSON.parse(await readFile(join(client, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const module = pathToFileURL(join(folder, 'server', 'entry-server.js')).href
  return { renderer: rendererThread(module), folder: client, files: filesOf(manifest) }
}

type Manifest = Readonly<Record<string, ManifestChunk>>

function filesOf(manifest: Manifest): PageFiles {
  const entries = Object.values(manifest).filter((chunk) => chunk.isEntry)
  const entry = entries.find((chunk) => chunk.name === 'entry-client')
  const early = entries.find((chunk) => chunk.name === 'early')
  if (!entry || !early)
    throw new Error('The manifest of the client build lacks the entry “entry-client” or “early”')
  const chunks = importedBy(manifest, entry)
  const styles = new Set([
    ...[entry, ...chunks].flatMap((chunk) => chunk.css ?? []),
    // If all code shares one style sheet, no chunk names it.
    ...Object.values(manifest)
      .map((chunk) => chunk.file)
      .filter((file) => file.endsWith('.css')),
  ])
  return {
    script: `/${entry.file}`,
    early: `/${early.file}`,
    preloads: chunks.map((chunk) => `/${chunk.file}`),
    styles: [...styles].map((file) => `/${file}`),
  }
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
