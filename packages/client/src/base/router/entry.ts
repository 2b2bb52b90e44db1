import { createContext, useContext, useState } from 'react'
import type { Page, PageLocation } from '../../points/routes.ts'

/** One entry of the browser's history, with the state to restore it as the reader left it. */
export interface Entry {
  readonly key: string
  /** Shared by entries that show places of one page. */
  readonly pageKey: string
  /** Path and query below the base path, without fragment. `router.rewrite` updates it. */
  url: string
  /** `undefined` if no route matches the address. */
  location: PageLocation | undefined
  page: Page | undefined
  /** The extension that declares the page. */
  extension?: string | undefined
  documents: readonly unknown[]
  /** When its documents were asked for, as `performance.now()` tells it. */
  readonly requestedAt: number
  /** Why the page cannot be shown. */
  error?: unknown
  /** Code of an extension did not arrive: the page is shown without it. */
  isPartial?: boolean
  /**
   * Set while the documents are being loaded: `known` while the page shows what it knows without them, `unknown` while
   * its skeleton stands for it.
   */
  loading?: 'known' | 'unknown' | undefined
  /** State of components: see `useEntryState`. */
  readonly state: Map<string, unknown>
  scroll: number
  /** The reader's place on the page, as its `PlaceKeeper` returned it. */
  place?: unknown
}

export const EntryContext = createContext<Entry | null>(null)

/**
 * State that survives navigation: it is restored when the reader returns to this history entry.
 * @param name unique on the page.
 */
export function useEntryState<T>(name: string, initial: () => T): [T, (value: T) => void] {
  const entry = useContext(EntryContext)
  const [value, setValue] = useState<T>(() =>
    entry?.state.has(name) ? (entry.state.get(name) as T) : initial(),
  )
  const update = (next: T) => {
    entry?.state.set(name, next)
    setValue(next)
  }
  return [value, update]
}
