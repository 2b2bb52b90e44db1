import type { SearchWord } from '@parley/shared/words'
import type { ReactNode } from 'react'
import type { App } from '../app.ts'
import type { Declared } from '../sources.ts'

/** Further results in the suggestions of the search field: tags, pages. */
export interface SearchSection<Item = unknown> {
  /** Locale key of its heading. */
  label: string
  /**
   * Finds what matches a text that is long enough for a search; the first five items are shown. `signal` is aborted when the
   * reader types on. Without an answer after two seconds the others are shown alone.
   */
  find: (
    text: string,
    context: { app: App; signal: AbortSignal },
  ) => readonly Item[] | Promise<readonly Item[]>
  /** Unique in the section. */
  keyOf: (item: Item) => string
  /** Path of the item's page, below the base path. */
  path: (item: Item) => string
  /** The content of its option: an icon and a text. */
  Row: (props: { item: Item; words: readonly SearchWord[] }) => ReactNode
}

/** Lets a section keep the type of its items. */
export function defineSearchSection<Item>(section: SearchSection<Item>): SearchSection {
  return section as SearchSection
}

type Load = () => Promise<{ default: SearchSection }>

declare module '../extension.ts' {
  interface ClientExtension {
    /** A section of the search field's suggestions, loaded with these: `() => import('./tag-search.tsx')`. */
    searchSection?: Load
  }
}

declare module '../app.ts' {
  interface App {
    /** Sections of extensions in the suggestions of the search field. */
    readonly searchSection: readonly Declared<Load>[]
  }
}
