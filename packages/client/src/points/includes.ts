import type { App } from './app.ts'
import type { Source } from './sources.ts'

/** Joins the included relationships of each resource type. */
export function combineIncludes(sources: readonly Source[]): App['includes'] {
  const includes = new Map<string, readonly string[]>()
  for (const { extension } of sources) {
    for (const [type, names] of Object.entries(extension.includes ?? {}))
      includes.set(type, [...(includes.get(type) ?? []), ...names])
  }
  return includes
}

declare module './extension.ts' {
  interface ClientExtension {
    /** Relationships that lists of a resource type include besides the core's: `{ discussions: ['tags'] }`. */
    includes?: Readonly<Record<string, readonly string[]>>
  }
}

declare module './app.ts' {
  interface App {
    /** Relationships that extensions include in lists, by resource type. */
    readonly includes: ReadonlyMap<string, readonly string[]>
  }
}
