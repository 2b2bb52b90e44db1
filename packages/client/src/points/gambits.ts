import type { App } from './app.ts'
import type { Source } from './sources.ts'

/** A filter that the search field suggests while the user types. */
export interface Gambit {
  /** Locale key of the description of its results. */
  text: string
  /** Locale key of an example value, for filters with a value. */
  example?: string
  /** Whether to suggest it; always by default. */
  when?(app: App): boolean
}

/** Collects the gambits. A later one of the same name replaces an earlier one. */
export function combineGambits(sources: readonly Source[]): App['gambits'] {
  return new Map(sources.flatMap(({ extension }) => Object.entries(extension.gambits ?? {})))
}

declare module './extension.ts' {
  interface ClientExtension {
    /**
     * Filters that the search field of discussions suggests, by what one types: `is:locked`, or with a trailing colon
     * (`author:`) if a value follows. The server's `search` of the resource says what they mean.
     */
    gambits?: Readonly<Record<string, Gambit>>
  }
}

declare module './app.ts' {
  interface App {
    /** Filters for searches of discussions, by name in lower case. */
    readonly gambits: ReadonlyMap<string, Gambit>
  }
}
