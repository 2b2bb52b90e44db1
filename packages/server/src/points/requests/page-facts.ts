import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** The metadata in the head of a page, for search engines and other sites. All texts are plain. */
export interface PageFacts {
  /** `og:type`; `website` by default. */
  kind?: 'article' | 'profile'
  /** Absolute address of a picture. */
  image?: string
  /** False keeps search engines from listing the page. */
  isIndexed?: boolean
  /** The Atom feed of the page: path below the base path. */
  feed?: { title: string; path: string }
  /** Structured data (schema.org) for the pages of guests. It may contain only what the page shows. */
  structuredData?: readonly object[]
}

/** The documents of a page, as the API answered them for its actor; `main` is the first. */
export interface PageDocumentsShown {
  main: ResourceDocument
  others: readonly (ResourceDocument | CollectionDocument)[]
}

/** Makes the facts of pages whose main document is a resource of some type. */
export interface PageSubject {
  describe(documents: PageDocumentsShown, context: Context): PageFacts | Promise<PageFacts>
}

/** Checks and combines the page facts of all extensions, by resource type. */
export function combinePageFacts(
  declared: readonly Declared<Readonly<Record<string, PageSubject>> | undefined>[],
): Map<string, Owned<PageSubject>> {
  return mergeRecords('pageFacts', declared)
}

declare module '../extension.ts' {
  interface Extension {
    /** What the heads of pages tell search engines and other sites about the resource that a page shows, by resource type. */
    pageFacts?: Readonly<Record<string, PageSubject>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    pageFacts: ReadonlyMap<string, Owned<PageSubject>>
  }
}

/** Facts of pages. */
export const pageFactsPoint = definePoint('pageFacts', {
  sections: ['pageFacts'],
  combine: ({ pageFacts }) => combinePageFacts(pageFacts),
})
