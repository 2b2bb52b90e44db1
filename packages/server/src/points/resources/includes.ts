import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Declared, Owned } from '../declared.ts'
import type { EndpointName, ResourceEndpoints } from './endpoints.ts'
import type { Relation } from './relations.ts'
import type { Row } from './resource-rows.ts'

/** The default and the allowed includes of an endpoint. */
export interface EndpointIncludes {
  default: readonly string[]
  allowed: ReadonlySet<string>
}

/** The includes of a type, by endpoint. */
export type Includes = Readonly<Record<EndpointName, EndpointIncludes>>

/** What a declaration says about includes. */
interface Including {
  relations?: Readonly<Record<string, Relation>>
  include?: readonly string[]
  defaultInclude?: Partial<Record<EndpointName, readonly string[]>>
  optionalInclude?: Partial<Record<EndpointName, readonly string[]>>
}

/** What includes depend on. */
interface IncludingResource {
  type: string
  owner: string
  relations: ReadonlyMap<string, Owned<Relation>>
  includes: Includes
  includedAnywhere: readonly string[]
}

const endpointNames = ['index', 'show', 'create', 'update', 'delete'] as const

/** Combines the includes of a type's endpoints. */
export function combineIncludes(
  endpoints: ResourceEndpoints<Row>,
  parts: readonly Declared<Including>[],
): Includes {
  const includesOf = (name: EndpointName): EndpointIncludes => {
    const own = endpoints[name]?.include
    const all = [
      ...(own?.default ?? []),
      ...parts.flatMap((part) => part.section.defaultInclude?.[name] ?? []),
    ]
    const optional = [
      ...(own?.optional ?? []),
      ...parts.flatMap((part) => part.section.optionalInclude?.[name] ?? []),
    ]
    return { default: [...new Set(all)], allowed: new Set([...all, ...optional]) }
  }
  return Object.fromEntries(endpointNames.map((name) => [name, includesOf(name)])) as Includes
}

/** Lists the paths from a type that any request may include. @throws ExtensionError for one that begins with no relation */
export function includedAnywhere(type: string, parts: readonly Declared<Including>[]): string[] {
  const relations = new Set(parts.flatMap(({ section }) => Object.keys(section.relations ?? {})))
  return parts.flatMap(({ owner, section: { include = [] } }) => {
    const unknown = include.find((path) => !relations.has(firstStep(path)))
    if (unknown === undefined) return include
    throw new ExtensionError(owner, `resources › ${type} › include`, `'${firstStep(unknown)}' is no relation`)
  })
}

function firstStep(path: string): string {
  return path.split('.', 1)[0] ?? ''
}

/** Adds what may be included anywhere to the endpoints of a type: of the type itself, and behind its relations. */
export function withIncludedAnywhere(
  resource: IncludingResource,
  resources: ReadonlyMap<string, IncludingResource>,
): Includes {
  const extended = Object.entries(resource.includes).map(([name, { default: included, allowed }]) => {
    const behind = [...allowed].flatMap((path) => {
      const target = targetOf(resource, path, resources)
      return (target?.includedAnywhere ?? []).map((further) => `${path}.${further}`)
    })
    return [
      name,
      { default: included, allowed: new Set([...allowed, ...resource.includedAnywhere, ...behind]) },
    ]
  })
  return Object.fromEntries(extended)
}

/** The resource that a path of relations leads to; undefined where it is of any type, or where there is none. */
function targetOf(
  resource: IncludingResource,
  path: string,
  resources: ReadonlyMap<string, IncludingResource>,
): IncludingResource | undefined {
  return path
    .split('.')
    .reduce<IncludingResource | undefined>(
      (current, step) => resources.get(current?.relations.get(step)?.to ?? ''),
      resource,
    )
}

/** Checks that each path leads somewhere. @throws ExtensionError */
export function checkIncludes(
  resource: IncludingResource,
  resources: ReadonlyMap<string, IncludingResource>,
): void {
  for (const [name, { allowed }] of Object.entries(resource.includes)) {
    const fault = includeFault(resource, allowed, resources)
    if (fault) throw new ExtensionError(resource.owner, `resources › ${resource.type} › ${name}`, fault)
  }
}

/** Returns the fault of the first path that leads from a resource to nothing, if there is one. */
export function includeFault(
  resource: IncludingResource,
  paths: Iterable<string>,
  resources: ReadonlyMap<string, IncludingResource>,
): string | undefined {
  for (const path of paths) {
    let current: IncludingResource | undefined = resource
    for (const step of path.split('.')) {
      const relation: Relation | undefined = current?.relations.get(step)
      if (!relation) return `cannot include '${path}'`
      // The rest of the path depends on the type of the target.
      if (relation.to === '*') break
      current = resources.get(relation.to)
    }
  }
  return undefined
}
