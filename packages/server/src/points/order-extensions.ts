import { ExtensionError } from '../infrastructure/errors.ts'
import type { Extension, InstalledExtension, OrderedExtension } from './extension.ts'
import { sectionNames } from './points.ts'

/**
 * Orders extensions so that each comes after those it requires, then after the enabled ones it names as optional,
 * otherwise by id. Wishes that contradict each other or a requirement give way. Throws `ExtensionError` for a missing
 * requirement, a circle of requirements, or an unknown section.
 */
export function orderExtensions(extensions: readonly InstalledExtension[]): InstalledExtension[] {
  const left = new Map(
    [...extensions].sort((a, b) => (a.id < b.id ? -1 : 1)).map((extension) => [extension.id, extension]),
  )
  for (const extension of left.values()) checkManifest(extension, left)
  const ordered: InstalledExtension[] = []
  while (left.size > 0) {
    const waiting = [...left.values()]
    const isFree = (ids: readonly string[] = []) => !ids.some((id) => left.has(id))
    const able = waiting.filter(({ requires }) => isFree(requires))
    const next = able.find(({ optional }) => isFree(optional)) ?? able.find(({ id }) => isKnot(id, left))
    if (!next) throw new ExtensionError(inCircle(left), 'requires', 'goes in a circle')
    left.delete(next.id)
    ordered.push(next)
  }
  return ordered
}

type Extensions = ReadonlyMap<string, InstalledExtension>

function checkManifest({ id, declaration, requires = [] }: InstalledExtension, all: Extensions): void {
  for (const section of Object.keys(declaration)) {
    if (!sectionNames.has(section))
      throw new ExtensionError(id, section, 'is not a section of an extension')
  }
  const missing = requires.find((required) => !all.has(required))
  if (missing !== undefined) throw new ExtensionError(id, 'requires', `'${missing}' is not enabled`)
}

/** Ids that stand before `id`, directly or through others, among those that are left. */
function before(id: string, left: Extensions, of: (extension: InstalledExtension) => readonly string[]) {
  const found = new Set<string>()
  const visit = (current: string) => {
    const extension = left.get(current)
    for (const next of extension ? of(extension) : []) {
      if (!left.has(next) || found.has(next)) continue
      found.add(next)
      visit(next)
    }
  }
  visit(id)
  return found
}

/** Whether all that `id` waits for waits for it too, so that some wish has to give way. */
function isKnot(id: string, left: Extensions): boolean {
  const wanted = ({ requires = [], optional = [] }: InstalledExtension) => [...requires, ...optional]
  return [...before(id, left, wanted)].every((other) => before(other, left, wanted).has(id))
}

function inCircle(left: Extensions): string {
  const ids = [...left.keys()]
  return ids.find((id) => before(id, left, ({ requires = [] }) => requires).has(id)) ?? ids.join()
}

/** The declarations in effect: of each extension, and of its `when` parts whose other extension is enabled too. */
export async function resolveDeclarations(
  extensions: readonly InstalledExtension[],
): Promise<OrderedExtension[]> {
  const enabled = new Set(extensions.map((extension) => extension.id))
  const resolved: OrderedExtension[] = []
  for (const { id, declaration } of extensions) {
    resolved.push({ id, declaration })
    for (const [other, load] of Object.entries(declaration.when ?? {})) {
      if (enabled.has(other)) {
        resolved.push({ id: `${id}+${other}`, declaration: await loadPart(id, other, load) })
      }
    }
  }
  return resolved
}

async function loadPart(
  id: string,
  other: string,
  load: () => Promise<{ default: Extension }>,
): Promise<Extension> {
  try {
    return (await load()).default
  } catch (cause) {
    throw new ExtensionError(id, `when › ${other}`, 'cannot be loaded', { cause })
  }
}
