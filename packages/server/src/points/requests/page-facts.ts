import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import type { Extension } from '../extension.ts'
import { definePoint } from '../extension-point.ts'

/** The metadata in the head of a page, for search engines and other sites. All texts are plain. */
export interface PageFacts {
  /** Of a page that has no description of its own; see `pageDescriptions`. */
  description?: string
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

/** Describes the page of a resource in a plain text; undefined if there is nothing to say. */
export type DescribePage = (document: ResourceDocument, context: Context) => string | undefined

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
    /**
     * Descriptions of pages that have none of their own, by resource type, for search engines and other sites. The first
     * that says something counts; otherwise the description of the forum stands there.
     */
    pageDescriptions?: Readonly<Record<string, DescribePage>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    pageFacts: ReadonlyMap<string, Owned<PageSubject>>
    pageDescriptions: ReadonlyMap<string, readonly DescribePage[]>
  }
}

/** Facts of pages. */
export const pageFactsPoint = definePoint('pageFacts', {
  sections: ['pageFacts'],
  combine: ({ pageFacts }) => combinePageFacts(pageFacts),
})

/** Lists the descriptions of pages by resource type, in the order of the extensions. */
export function combinePageDescriptions(
  declared: readonly Declared<Extension['pageDescriptions']>[],
): ReadonlyMap<string, readonly DescribePage[]> {
  const all = declared.flatMap(({ owner, section = {} }) =>
    Object.entries(section).map(([type, describe]) => {
      if (typeof describe === 'function') return { type, describe }
      throw new ExtensionError(owner, `pageDescriptions › ${type}`, 'is no function')
    }),
  )
  const byType = Map.groupBy(all, ({ type }) => type)
  return new Map([...byType].map(([type, ofType]) => [type, ofType.map(({ describe }) => describe)]))
}

/** Descriptions of pages. */
export const pageDescriptionsPoint = definePoint('pageDescriptions', {
  sections: ['pageDescriptions'],
  combine: ({ pageDescriptions }) => combinePageDescriptions(pageDescriptions),
})
