import type { CollectionDocument, ResourceObject } from '@parley/shared'
import { excerptsOf, type LongPart, StreamedDocument, type WholeDocument } from '../jsonapi/streamed.ts'

/** What the database holds of the long texts that one page shows; a single longer text is shown all the same. */
const room = 512 * 1024

/** Bytes of an excerpt, at most: more than the part of a text that it is made from. */
const excerptBytes = 16 * 1024

/** Memory for each of these bytes, until the page is drawn: documents, JSON on both sides, HTML. */
const memoryPerByte = 16

/** Where in a list a page begins to show it. */
export interface PagePlace {
  /** Number that the page was asked for, if it was. */
  near: number | undefined
  /** Rows before the list. */
  offset: number
}

/** A document as a page embeds it, and what making it takes. */
export interface BoundedDocument {
  /** Bytes of memory. */
  cost: number
  load(): Promise<WholeDocument>
}

/**
 * Makes a page's document of one whose texts are long. A list shows fewer rows, at least one, around the place that was
 * asked for, and its links lead on to the others, which `meta.excerpts` holds with excerpts. So is what is included.
 * `rest` are the rows of the page that the list has left out already.
 */
export function boundedDocument(
  document: StreamedDocument,
  place: PagePlace,
  rest?: StreamedDocument | WholeDocument,
): BoundedDocument {
  const { light } = document
  const long = new Map([...document.parts.long, ...(rest instanceof StreamedDocument ? rest.parts.long : [])])
  const shown = Array.isArray(light.data)
    ? withRest(
        shortened(light as CollectionDocument, long, place),
        (rest instanceof StreamedDocument ? rest.light : rest) as CollectionDocument | undefined,
      )
    : light
  const primary = Array.isArray(shown.data) ? shown.data : [shown.data]
  const { earlier = [], later = [] } = (shown as Partial<CollectionDocument>).meta?.excerpts ?? {}
  const whole = primary.flatMap((object) => partsOf(object, long))
  const cut = [...earlier, ...later, ...(shown.included ?? [])].flatMap((object) => partsOf(object, long))
  const sum = whole.reduce((bytes, [, part]) => bytes + part.bytes, 0)
  const largest = cut.reduce((bytes, [, part]) => Math.max(bytes, part.bytes), 0)
  return {
    cost: (sum + largest + cut.length * excerptBytes) * memoryPerByte,
    async load() {
      for (const [object, part] of whole) object.attributes = { ...object.attributes, ...(await part.load()) }
      for (const [object, part] of cut) {
        object.attributes = { ...object.attributes, ...excerptsOf(part, await part.load()) }
      }
      document.dropLists()
      if (rest instanceof StreamedDocument) rest.dropLists()
      return shown
    },
  }
}

type LongParts = ReadonlyMap<ResourceObject, LongPart>

function partsOf(object: ResourceObject, long: LongParts): [ResourceObject, LongPart][] {
  const part = long.get(object)
  return part ? [[object, part]] : []
}

/** The rows around the place, as many as there is room for. */
function shortened(
  list: CollectionDocument,
  long: LongParts,
  { near, offset }: PagePlace,
): CollectionDocument {
  const { data, links } = list
  const bytesAt = (index: number) => {
    const object = data[index]
    return (object && long.get(object)?.bytes) ?? 0
  }
  let from = closest(data, near)
  let to = from + 1
  let left = room - bytesAt(from)
  const fits = (index: number) => index >= 0 && index < data.length && bytesAt(index) <= left
  for (let grows = true; grows; ) {
    grows = false
    if (fits(to)) {
      left -= bytesAt(to)
      to += 1
      grows = true
    }
    if (fits(from - 1)) {
      from -= 1
      left -= bytesAt(from)
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

/** The list with rows that come behind it on its page. */
function withRest(list: CollectionDocument, rest: CollectionDocument | undefined): CollectionDocument {
  if (!rest) return list
  const { earlier = [], later = [] } = list.meta?.excerpts ?? {}
  const known = new Set((list.included ?? []).map(({ type, id }) => `${type} ${id}`))
  const added = (rest.included ?? []).filter(({ type, id }) => !known.has(`${type} ${id}`))
  const excerpts = { earlier, later: [...later, ...rest.data], links: rest.links }
  return {
    ...list,
    included: [...(list.included ?? []), ...added],
    meta: { ...list.meta, excerpts },
  }
}

function closest(data: readonly ResourceObject[], near: number | undefined): number {
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
