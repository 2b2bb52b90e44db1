import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** What the head of a page tells search engines and other sites about what it shows. All texts are plain. */
export interface PageFacts {
  /** `og:type`; `website` unless said otherwise. */
  kind?: 'article' | 'profile'
  /** Absolute address of a picture. */
  image?: string
  /** False where search engines shall not list it. */
  isIndexed?: boolean
  /** An Atom feed of it: path below the base path. */
  feed?: { title: string; path: string }
  /** Things by schema.org, for guests' pages. They may hold only what stands on the page. */
  things?: readonly object[]
}

/** A page's documents as the API answered them for whoever looks at it; `main` is the first. */
export interface PageDocumentsShown {
  main: ResourceDocument
  others: readonly (ResourceDocument | CollectionDocument)[]
}

/** What pages tell about the resource that is their main document. */
export interface PageSubject {
  describe(documents: PageDocumentsShown, context: Context): PageFacts | Promise<PageFacts>
}

/** Checks and combines what pages tell about themselves, by resource type. */
export function combinePageFacts(
  declared: readonly Declared<Readonly<Record<string, PageSubject>> | undefined>[],
): Map<string, Owned<PageSubject>> {
  return mergeRecords('pageFacts', declared)
}

declare module '../extension.ts' {
  interface Extension {
    /** Metadata in the heads of pages about the resources they show, by resource type. */
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
