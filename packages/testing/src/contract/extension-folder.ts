import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { InstalledExtension } from '@parley/server/extensions'

interface Manifest {
  version: string
  parley: { title: string; requires?: string[]; optional?: string[] }
}

/** The server's half of the extension in a folder, as a forum installs it. Rejects without `package.json`. */
export async function readExtension(folder: string): Promise<InstalledExtension> {
  const { version, parley } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
  const file = ['server.ts', 'server/index.ts', 'server.js', 'server/index.js']
    .map((name) => join(folder, name))
    .find(existsSync)
  return {
    id: basename(folder),
    title: parley.title,
    version,
    ...(parley.requires && { requires: parley.requires }),
    ...(parley.optional && { optional: parley.optional }),
    declaration: file ? (await import(pathToFileURL(file).href)).default : {},
    folder,
  }
}

/** Folders of extensions inside `folder`, sorted by id; none where there is no such folder. */
export function extensionFolders(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((id) => join(folder, id))
    .filter((path) => existsSync(join(path, 'package.json')))
}

/** The extension in `folder` and those beside it, with the ids that each cannot do without. */
export class Neighbourhood {
  readonly all: readonly InstalledExtension[]
  readonly #byId: ReadonlyMap<string, InstalledExtension>

  private constructor(all: readonly InstalledExtension[]) {
    this.all = all
    this.#byId = new Map(all.map((extension) => [extension.id, extension]))
  }

  static async around(folder: string): Promise<Neighbourhood> {
    return new Neighbourhood(await Promise.all(extensionFolders(dirname(folder)).map(readExtension)))
  }

  /** The extension and everything it requires, directly or not. */
  needed(id: string): InstalledExtension[] {
    const found = new Set<InstalledExtension>()
    const visit = (wanted: string) => {
      const extension = this.#byId.get(wanted)
      if (!extension || found.has(extension)) return
      found.add(extension)
      for (const required of extension.requires ?? []) visit(required)
    }
    visit(id)
    return [...found]
  }

  /** Everything that works without the extension. */
  without(id: string): InstalledExtension[] {
    return this.all.filter((other) => !this.needed(other.id).some((needed) => needed.id === id))
  }
}
