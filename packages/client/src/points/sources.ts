import type { ClientExtension } from './extension.ts'

/** An installed extension, with its parts for others loaded. */
export interface InstalledExtension {
  /** Name of its folder. */
  id: string
  extension: ClientExtension
  /** The declarations loaded by `when`, by the id of the other extension. */
  parts: ReadonlyMap<string, ClientExtension>
}

/** One source of declarations: `id` is undefined for features of the core. */
export interface Source {
  id: string | undefined
  extension: ClientExtension
}

/** Called with an extension whose declarations are faulty; the forum continues without them. */
export type OnFault = (extension: string, error: unknown) => void

/** An error in an extension; shown to administrators. */
export interface ExtensionFault {
  extension: string
  error: unknown
}

/**
 * Loads the parts of extensions for others, once per build of the client.
 * @param shouldLoad whether to load the extension of that id: all on the server, the enabled ones in a browser.
 */
export async function loadExtensions(
  modules: Readonly<Record<string, ClientExtension>>,
  shouldLoad: (id: string) => boolean,
): Promise<{ installed: InstalledExtension[]; faults: ExtensionFault[] }> {
  const faults: ExtensionFault[] = []
  const load = async ([id, extension]: [string, ClientExtension]): Promise<InstalledExtension> => {
    const parts = new Map<string, ClientExtension>()
    for (const [other, loadPart] of Object.entries(extension.when ?? {})) {
      if (!shouldLoad(other)) continue
      try {
        const part = (await loadPart()).default
        if (part.when) throw new Error(`when › ${other}: a part has no parts`)
        parts.set(other, part)
      } catch (error) {
        faults.push({ extension: id, error })
      }
    }
    return { id, extension, parts }
  }
  const selected = Object.entries(modules).filter(([id]) => shouldLoad(id))
  return { installed: await Promise.all(selected.map(load)), faults }
}

/**
 * The active declarations: the core's, then those of the enabled extensions in the order of `enabled`. A part for another
 * extension comes behind both.
 */
export function collectSources(
  core: readonly ClientExtension[],
  installed: readonly InstalledExtension[],
  enabled: readonly string[],
): Source[] {
  const sources: Source[] = core.map((extension) => ({ id: undefined, extension }))
  const earlier: InstalledExtension[] = []
  for (const id of enabled) {
    const found = installed.find((candidate) => candidate.id === id)
    if (found === undefined) continue
    sources.push(found)
    for (const other of earlier) sources.push(...partOf(other, found), ...partOf(found, other))
    earlier.push(found)
  }
  return sources
}

function partOf({ id, parts }: InstalledExtension, other: InstalledExtension): Source[] {
  const extension = parts.get(other.id)
  return extension ? [{ id, extension }] : []
}

/** A section of a declaration, with the extension that declares it. */
export interface Declared<T> {
  extension: string
  value: T
}

/** Lists one section of all declarations. @param functionsOf what must be functions: the section itself by default. */
export function declaredBy<K extends keyof ClientExtension>(
  sources: readonly Source[],
  section: K,
  onFault: OnFault,
  functionsOf: (value: NonNullable<ClientExtension[K]>) => readonly unknown[] = (value) => [value],
): Declared<NonNullable<ClientExtension[K]>>[] {
  return sources.flatMap(({ id = 'core', extension: { [section]: value } }) => {
    if (!value) return []
    if (functionsOf(value).every((member) => typeof member === 'function')) return { extension: id, value }
    onFault(id, new Error(`${section}: is not a function.`))
    return []
  })
}
