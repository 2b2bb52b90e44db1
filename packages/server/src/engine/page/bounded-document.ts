import type { CollectionDocument, ResourceObject } from '@parley/shared'
import { nextTurn } from '../../infrastructure/limits/event-loop.ts'
import { excerptsOf, type LongPart, StreamedDocument, type WholeDocument } from '../jsonapi/streamed.ts'

/** Stored bytes of the long texts that one page shows. A single longer text is shown all the same. */
export const maximumTextBytes = 512 * 1024

/** Maximum bytes of an excerpt: more than the part of the text that it is made from. */
const excerptBytes = 16 * 1024

/** Bytes of memory per stored byte until the page is rendered: documents, JSON on both sides, HTML. */
const memoryPerByte = 16

/** Where in a list a page begins. */
export interface PagePlace {
  /** The requested post number, if any. */
  near: number | undefined
  /** Rows before the list. */
  offset: number
}

/** A document to embed into a page, and the memory that making it takes. */
export interface BoundedDocument {
  /** Bytes of memory. */
  cost: number
  load(): Promise<WholeDocument>
}

/**
 * Makes the document that a page embeds from a document with long texts. A list keeps as many rows around the requested
 * place as fit, at least one; its links lead to the others, and `meta.excerpts` holds them with excerpts. Included
 * resources have excerpts, too. `rest` are the rows of the page that the list omits already.
 */
export function boundedDocument(
  document: StreamedDocument,
  place: PagePlace,
  rest?: StreamedDocument | WholeDocument,
): BoundedDocument {
  const { withoutLongParts } = document
  const long = new Map([...document.parts.long, ...(rest instanceof StreamedDocument ? rest.parts.long : [])])
  const shown = Array.isArray(withoutLongParts.data)
    ? withRest(
        fitRows(withoutLongParts as CollectionDocument, long, place),
        (rest instanceof StreamedDocument ? rest.withoutLongParts : rest) as CollectionDocument | undefined,
      )
    : withoutLongParts
  const primary = Array.isArray(shown.data) ? shown.data : [shown.data]
  const { earlier = [], later = [] } = (shown as Partial<CollectionDocument>).meta?.excerpts ?? {}
  const shownParts = primary.flatMap((object) => partsOf(object, long))
  const excerptedParts = [...earlier, ...later, ...(shown.included ?? [])].flatMap((object) =>
    partsOf(object, long),
  )
  const sum = shownParts.reduce((bytes, [, part]) => bytes + part.bytes, 0)
  const largest = excerptedParts.reduce((bytes, [, part]) => Math.max(bytes, part.bytes), 0)
  return {
    cost: (sum + largest + excerptedParts.length * excerptBytes) * memoryPerByte,
    async load() {
      for (const [object, part] of shownParts) {
        await nextTurn()
        object.attributes = { ...object.attributes, ...(await part.load()) }
      }
      for (const [object, part] of excerptedParts) {
        await nextTurn()
        object.attributes = { ...object.attributes, ...excerptsOf(part, await part.load()) }
      }
      document.dropStreamedLinkages()
      if (rest instanceof StreamedDocument) rest.dropStreamedLinkages()
      return shown
    },
  }
}

type LongParts = ReadonlyMap<ResourceObject, LongPart>

function partsOf(object: ResourceObject, long: LongParts): [ResourceObject, LongPart][] {
  const part = long.get(object)
  return part ? [[object, part]] : []
}

/** Keeps the rows around the place, as many as fit. */
function fitRows(list: CollectionDocument, long: LongParts, { near, offset }: PagePlace): CollectionDocument {
  const { data, links } = list
  const bytesAt = (index: number) => {
    const object = data[index]
    return (object && long.get(object)?.bytes) ?? 0
  }
  let from = indexNear(data, near)
  let to = from + 1
  let bytesLeft = maximumTextBytes - bytesAt(from)
  const fits = (index: number) => index >= 0 && index < data.length && bytesAt(index) <= bytesLeft
  for (let grows = true; grows; ) {
    grows = false
    if (fits(to)) {
      bytesLeft -= bytesAt(to)
      to += 1
      grows = true
    }
    if (fits(from - 1)) {
      from -= 1
      bytesLeft -= bytesAt(from)
      grows = true
    }
  }
  if (from === 0 && to >= data.length) return list
  const shown: CollectionDocument = {
    ...list,
    links: { ...links },
    data: data.slice(from, to),
    meta: { ...list.meta, excerpts: { earlier: data.slice(0, from), later: data.slice(to), links } },
  }
  if (from > 0) shown.links.prev ??= links.first
  if (to < data.length) shown.links.next = withOffset(links.first, offset + to)
  return shown
}

/** Appends the rest of the page to the excerpts of a list. */
function withRest(list: CollectionDocument, rest: CollectionDocument | undefined): CollectionDocument {
  if (!rest) return list
  const { earlier = [], later = [] } = list.meta?.excerpts ?? {}
  const includedKeys = new Set((list.included ?? []).map(({ type, id }) => `${type} ${id}`))
  const added = (rest.included ?? []).filter(({ type, id }) => !includedKeys.has(`${type} ${id}`))
  const excerpts = { earlier, later: [...later, ...rest.data], links: rest.links }
  return {
    ...list,
    included: [...(list.included ?? []), ...added],
    meta: { ...list.meta, excerpts },
  }
}

function indexNear(data: readonly ResourceObject[], near: number | undefined): number {
  if (near === undefined) return 0
  const distances = data.map(({ attributes }) => Math.abs(Number(attributes?.number) - near))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

function withOffset(link: string, offset: number): string {
  const url = new URL(link)
  for (const name of ['page[number]', 'page[near]']) url.searchParams.delete(name)
  url.searchParams.set('page[offset]', String(offset))
  return url.href
}
