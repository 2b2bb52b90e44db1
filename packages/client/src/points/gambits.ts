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
  /**
   * For filters with a value: finds at most ten values that go on with what is typed behind the name, the best first. It is
   * empty at the beginning, and in lower case. `signal` is aborted when more is typed.
   */
  complete?(typed: string, app: App, signal: AbortSignal): Promise<readonly GambitValue[]>
}

/** A value of a filter. */
export interface GambitValue {
  /** What stands behind the name of the filter, without white space. */
  value: string
  /** What the value stands for, in the words of the forum. */
  label: string
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
