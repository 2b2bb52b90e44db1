import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { InstalledExtension } from '@parley/server/extensions'
import { installedExtensions, root } from './plugins/folders.ts'

interface Manifest {
  version: string
  parley: { title: string; requires?: string[]; optional?: string[] }
}

/** Loads the server declaration and the manifest of every installed extension. */
export function loadExtensions(): Promise<InstalledExtension[]> {
  return Promise.all(installedExtensions().map(loadExtension))
}

async function loadExtension(id: string): Promise<InstalledExtension> {
  const folder = join(root, 'extensions', id)
  const { version, parley } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
  return {
    id,
    title: parley.title,
    version,
    ...(parley.requires && { requires: parley.requires }),
    ...(parley.optional && { optional: parley.optional }),
    declaration: await loadDeclaration(folder),
    folder,
  }
}

async function loadDeclaration(folder: string): Promise<InstalledExtension['declaration']> {
  const file = ['server.ts', 'server/index.ts'].map((name) => join(folder, name)).find(existsSync)
  return file ? (await import(pathToFileURL(file).href)).default : {}
}
