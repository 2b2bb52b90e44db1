import type { OnFault, Source } from './sources.ts'

/** Collects the registered types. Registering one twice is an error. */
export function combineResourceTypes(sources: readonly Source[], onFault: OnFault): ReadonlySet<string> {
  const types = new Set<string>()
  for (const { id, extension } of sources) {
    for (const type of extension.resources ?? []) {
      const error = new Error(`The resource type "${type}" is registered twice.`)
      if (!types.has(type)) types.add(type)
      else if (id === undefined) throw error
      else onFault(id, error)
    }
  }
  return types
}

declare module './extension.ts' {
  interface ClientExtension {
    /** Resource types of the extension's own, which the store keeps. Declaring one twice is an error. */
    resources?: readonly string[]
  }
}
