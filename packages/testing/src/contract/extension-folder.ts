import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { InstalledExtension } from '@parley/server/extensions'
import { loadExtensions } from '@parley/server/load-extension'

/** Loads the server part of the extension in a folder. Rejects if it cannot be loaded. */
export async function readExtension(folder: string): Promise<InstalledExtension> {
  const [extension] = await readExtensions([folder])
  if (!extension) throw new Error(`${folder} is no extension`)
  return extension
}

async function readExtensions(folders: readonly string[]): Promise<InstalledExtension[]> {
  const loaded = await loadExtensions(folders)
  return loaded.map(({ fault, isThirdParty: _, ...extension }) => {
    // In tests a fault must not hide: the forum omits third-party extensions that fail.
    if (fault !== undefined) throw new Error(`${extension.id}: ${fault}`)
    return extension
  })
}

/** Extension folders inside `folder`, sorted by id; none if it does not exist. */
export function extensionFolders(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((id) => join(folder, id))
    .filter((path) => existsSync(join(path, 'package.json')))
}

/** The extensions in one parent folder. */
export class ExtensionSet {
  readonly all: readonly InstalledExtension[]
  readonly #byId: ReadonlyMap<string, InstalledExtension>

  private constructor(all: readonly InstalledExtension[]) {
    this.all = all
    this.#byId = new Map(all.map((extension) => [extension.id, extension]))
  }

  /** Loads the extension in `folder` and all beside it. */
  static async around(folder: string): Promise<ExtensionSet> {
    return new ExtensionSet(await readExtensions(extensionFolders(dirname(folder))))
  }

  /** The extension and its transitive requirements. */
  withRequirements(id: string): InstalledExtension[] {
    const found = new Set<InstalledExtension>()
    const visit = (requested: string) => {
      const extension = this.#byId.get(requested)
      if (!extension || found.has(extension)) return
      found.add(extension)
      for (const required of extension.requires ?? []) visit(required)
    }
    visit(id)
    return [...found]
  }

  /** All extensions that do not require the extension. */
  without(id: string): InstalledExtension[] {
    return this.all.filter((other) => !this.withRequirements(other.id).some((required) => required.id === id))
  }
}
