import { ExtensionError } from '../infrastructure/errors.ts'
import { withinTime } from '../infrastructure/within-time.ts'
import type { Extension, InstalledExtension, OrderedExtension } from './extension.ts'
import { sectionNames } from './points.ts'

/**
 * Sorts extensions topologically: each comes after those it requires, then after the enabled ones it names as optional,
 * otherwise by id. Ignores an optional dependency that contradicts others or a requirement. Throws `ExtensionError` for a
 * missing requirement, a cycle of requirements, or an unknown section.
 */
export function orderExtensions(extensions: readonly InstalledExtension[]): InstalledExtension[] {
  const remaining = new Map(
    [...extensions].sort((a, b) => (a.id < b.id ? -1 : 1)).map((extension) => [extension.id, extension]),
  )
  for (const extension of remaining.values()) checkManifest(extension, remaining)
  const ordered: InstalledExtension[] = []
  while (remaining.size > 0) {
    const areOrdered = (ids: readonly string[] = []) => !ids.some((id) => remaining.has(id))
    const candidates = [...remaining.values()].filter(({ requires }) => areOrdered(requires))
    const next =
      candidates.find(({ optional }) => areOrdered(optional)) ??
      candidates.find(({ id }) => isInCycle(id, remaining))
    if (!next) throw new ExtensionError(idInRequiredCycle(remaining), 'requires', 'is circular')
    remaining.delete(next.id)
    ordered.push(next)
  }
  return ordered
}

type Extensions = ReadonlyMap<string, InstalledExtension>

function checkManifest({ id, declaration, requires = [] }: InstalledExtension, all: Extensions): void {
  for (const section of Object.keys(declaration)) {
    if (!sectionNames.has(section)) throw new ExtensionError(id, section, 'is not a section of an extension')
  }
  if (Object.hasOwn(declaration.when ?? {}, id))
    throw new ExtensionError(id, `when › ${id}`, 'is the extension itself')
  const missing = requires.find((required) => !all.has(required))
  if (missing !== undefined) throw new ExtensionError(id, 'requires', `'${missing}' is not enabled`)
}

/** Returns the ids of the remaining extensions that `id` depends on, directly or through others. */
function dependenciesOf(
  id: string,
  remaining: Extensions,
  directDependenciesOf: (extension: InstalledExtension) => readonly string[],
): Set<string> {
  const found = new Set<string>()
  const visit = (current: string) => {
    const extension = remaining.get(current)
    for (const next of extension ? directDependenciesOf(extension) : []) {
      if (!remaining.has(next) || found.has(next)) continue
      found.add(next)
      visit(next)
    }
  }
  visit(id)
  return found
}

/** Whether all dependencies of `id` depend on it, too, so that one optional dependency must be ignored. */
function isInCycle(id: string, remaining: Extensions): boolean {
  const all = ({ requires = [], optional = [] }: InstalledExtension) => [...requires, ...optional]
  return [...dependenciesOf(id, remaining, all)].every((other) =>
    dependenciesOf(other, remaining, all).has(id),
  )
}

function idInRequiredCycle(remaining: Extensions): string {
  const ids = [...remaining.keys()]
  const required = ({ requires = [] }: InstalledExtension) => requires
  return ids.find((id) => dependenciesOf(id, remaining, required).has(id)) ?? ids.join()
}

/**
 * Returns the declarations in effect: of each enabled extension, and its parts for other enabled ones. A part comes behind
 * both extensions, so that it can build on the tables, fields and services of both.
 */
export async function resolveDeclarations(
  extensions: readonly InstalledExtension[],
): Promise<OrderedExtension[]> {
  const resolved: OrderedExtension[] = []
  const earlier: InstalledExtension[] = []
  for (const extension of extensions) {
    resolved.push({ id: extension.id, declaration: extension.declaration })
    for (const other of earlier) {
      resolved.push(...(await loadPart(other, extension)), ...(await loadPart(extension, other)))
    }
    earlier.push(extension)
  }
  return resolved
}

/** The longest time that a part may take to load. */
const loadTimeoutMs = 10_000

/** The part of an extension for another; none if there is none. */
async function loadPart(
  { id, declaration: { when = {} } }: InstalledExtension,
  other: InstalledExtension,
): Promise<OrderedExtension[]> {
  const load = when[other.id]
  if (!load) return []
  const place = `when › ${other.id}`
  let declaration: Extension | null
  try {
    declaration = (await withinTime(load(), loadTimeoutMs)).default
  } catch (cause) {
    throw new ExtensionError(id, place, 'cannot be loaded', { cause })
  }
  if (typeof declaration !== 'object' || declaration === null)
    throw new ExtensionError(id, place, 'exports no declaration')
  const fault = Object.keys(declaration).find((name) => name === 'when' || !sectionNames.has(name))
  if (fault !== undefined) throw new ExtensionError(id, `${place} › ${fault}`, 'is not a section of a part')
  return [{ id: `${id}+${other.id}`, declaration }]
}
