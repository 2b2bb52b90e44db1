import { createContext, useContext, useState } from 'react'
import type { Page, PageLocation } from './route.ts'

/** One entry of the browser's history, with what is needed to show it again as it was left. */
export interface Entry {
  readonly key: string
  /** The same for entries that show places of one page. */
  readonly pageKey: string
  /** Path and query below the base path, without fragment. Follows `router.rewrite`. */
  url: string
  /** `undefined` when no screen has that address. */
  location: PageLocation | undefined
  page: Page | undefined
  /** The extension whose page it is. */
  extension?: string | undefined
  documents: readonly unknown[]
  /** Why there is nothing to show. */
  error?: unknown
  /** Set while the skeleton of the page stands in for it. */
  isLoading?: boolean
  /** What components keep: see `useEntryState`. */
  readonly state: Map<string, unknown>
  scroll: number
  /** Where on the page the reader was, in the words of its `PlaceKeeper`. */
  place?: unknown
}

export const EntryContext = createContext<Entry | null>(null)

/**
 * State that is still there when the reader comes back to this page: pages loaded, filters opened.
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
