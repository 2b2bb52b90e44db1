import type { App } from '../app.ts'
import type { OnFault, Source } from '../sources.ts'

/** What a request shows: resources of a type; `discussions.list` where these are in a list. */
const shownTypes = ['discussions', 'discussions.list', 'posts', 'users', 'notifications'] as const
type Included = (typeof shownTypes)[number]

/** Joins the included relationships of each resource type. A type that no request shows is a fault. */
export function combineIncludes(sources: readonly Source[], onFault: OnFault): App['includes'] {
  const includes = new Map<string, readonly string[]>()
  for (const { id = 'core', extension } of sources) {
    for (const [type, names] of Object.entries(extension.includes ?? {})) {
      if (shownTypes.some((shown) => shown === type))
        includes.set(type, [...(includes.get(type) ?? []), ...names])
      else onFault(id, new Error(`includes › ${type}: must be one of ${shownTypes.join(', ')}.`))
    }
  }
  return includes
}

/**
 * The relationships that a request includes: its own, and those of extensions.
 * @param shown what the answer shows, with the path that leads there: `{ posts: '', users: 'user.' }`.
 */
export function includesOf(
  { includes }: Pick<App, 'includes'>,
  shown: Partial<Record<Included, string>>,
  own: readonly string[],
): string[] {
  const added = Object.entries(shown).flatMap(([type, path]) =>
    (includes.get(type) ?? []).map((name) => path + name),
  )
  return [...own, ...added]
}

/** The same for a request whose own ones are the server's defaults: undefined unless extensions add any. */
export function includesBesides(
  app: Pick<App, 'includes'>,
  shown: Partial<Record<Included, string>>,
  defaults: readonly string[],
): string[] | undefined {
  const all = includesOf(app, shown, defaults)
  return all.length > defaults.length ? all : undefined
}

declare module '../extension.ts' {
  interface ClientExtension {
    /**
     * Relationships of a resource that every page and request includes where it shows the resource: `{ discussions: ['tags'] }`.
     * Those of `discussions.list` only in lists of discussions. The server declares the same names in `include`.
     */
    includes?: { readonly [type in Included]?: readonly string[] }
  }
}

declare module '../app.ts' {
  interface App {
    /** Relationships that extensions include, by what is shown. */
    readonly includes: ReadonlyMap<string, readonly string[]>
  }
}
