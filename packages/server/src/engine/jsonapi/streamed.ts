import {
  type CollectionDocument,
  type Identifier,
  type ResourceDocument,
  type ResourceObject,
  toWireJson,
  type WholeList,
} from '@parley/shared'
import type { Budget, Reservation } from '../../infrastructure/limits/budget.ts'
import { nextTurn } from '../../infrastructure/limits/event-loop.ts'
import type { DeferredField } from './long-texts.ts'

/** A document that is complete in memory. */
export type WholeDocument = ResourceDocument | CollectionDocument | WholeList

/** Attributes of one resource object that are loaded when the object is written. */
export interface LongPart {
  /** Their stored size. */
  bytes: number
  fields: readonly DeferredField[]
  /** Loads the attributes; none if the row is deleted meanwhile. */
  load(): Promise<Readonly<Record<string, unknown>>>
}

/** Reads the identifiers of a relationship in batches. */
export type IdentifierBatches = () => AsyncIterable<readonly Identifier[]>

/** The parts that `withoutLongParts` of a document lacks. */
export interface StreamedParts {
  /** By resource object, which holds the attributes as undefined, in their order. */
  long: ReadonlyMap<ResourceObject, LongPart>
  /** By resource object and name of the relationship, whose `data` is an empty list. */
  linkages: ReadonlyMap<ResourceObject, ReadonlyMap<string, IdentifierBatches>>
}

/** Bytes of memory per stored byte: row, HTML, JSON and output, some with two bytes a character. */
const memoryPerByte = 8

/** Number of identifiers in one piece of JSON. */
const identifiersPerPiece = 2000

/**
 * A document that memory never holds completely, since its parts are too large for many concurrent answers: long texts
 * are loaded one resource object at a time, and lists of identifiers are read from their source while they are sent.
 */
export class StreamedDocument {
  /** The document without its large parts. */
  readonly withoutLongParts: WholeDocument
  readonly parts: StreamedParts

  constructor(withoutLongParts: WholeDocument, parts: StreamedParts) {
    this.withoutLongParts = withoutLongParts
    this.parts = parts
  }

  /**
   * Yields the document as JSON in pieces. Memory for a long part is reserved in `bytes` before the part is loaded, and
   * released when the next piece is requested.
   * @throws `busy` if the memory is not available in time.
   */
  async *pieces(bytes: Budget): AsyncGenerator<string, void, undefined> {
    const { data, included, ...rest } = this.withoutLongParts as CollectionDocument
    const head = JSON.stringify(rest)
    yield `${head === '{}' ? '{' : `${toWireJson(rest).slice(0, -1)},`}"data":`
    if (Array.isArray(data)) yield* this.#listPieces(data, bytes)
    else yield* this.#objectPieces(data, bytes)
    if (included) {
      yield ',"included":'
      yield* this.#listPieces(included, bytes)
    }
    yield '}'
  }

  /**
   * Completes the document with as many long parts as fit into `maximumBytes` of stored texts. The others become
   * excerpts, and streamed lists of identifiers are dropped.
   * @throws `busy` if the memory is not available in time.
   */
  async within(maximumBytes: number, bytes: Budget): Promise<WholeDocument> {
    let bytesLeft = maximumBytes
    for (const [object, part] of this.parts.long) {
      const isWhole = part.bytes <= bytesLeft
      if (isWhole) bytesLeft -= part.bytes
      await nextTurn()
      await bytes.hold(part.bytes * memoryPerByte, async () => {
        const values = await part.load()
        object.attributes = { ...object.attributes, ...(isWhole ? values : excerptsOf(part, values)) }
      })
    }
    this.dropStreamedLinkages()
    return this.withoutLongParts
  }

  /** Removes the relationships whose identifiers are streamed. */
  dropStreamedLinkages(): void {
    for (const [object, linkages] of this.parts.linkages) {
      for (const name of linkages.keys()) delete object.relationships?.[name]
    }
  }

  /** @throws always: `JSON.stringify` would omit the large parts. */
  toJSON(): never {
    throw new TypeError('A streamed document must be written with pieces()')
  }

  async *#listPieces(
    objects: readonly ResourceObject[],
    bytes: Budget,
  ): AsyncGenerator<string, void, undefined> {
    yield '['
    for (const [index, object] of objects.entries()) {
      if (index > 0) yield ','
      yield* this.#objectPieces(object, bytes)
    }
    yield ']'
  }

  async *#objectPieces(object: ResourceObject, bytes: Budget): AsyncGenerator<string, void, undefined> {
    const long = this.parts.long.get(object)
    if (!long) {
      yield* this.#completePieces(object, object)
      return
    }
    const reservation: Reservation = await bytes.reserve(long.bytes * memoryPerByte)
    try {
      const complete = { ...object, attributes: { ...object.attributes, ...(await long.load()) } }
      for await (const piece of this.#completePieces(object, complete)) {
        reservation.resize(2 * piece.length)
        yield piece
      }
    } finally {
      reservation.release()
    }
  }

  async *#completePieces(
    object: ResourceObject,
    complete: ResourceObject,
  ): AsyncGenerator<string, void, undefined> {
    const linkages = this.parts.linkages.get(object)
    if (!linkages) {
      yield toWireJson(complete)
      return
    }
    const { relationships = {}, ...rest } = complete
    yield `${toWireJson(rest).slice(0, -1)},"relationships":{`
    for (const [index, [name, relationship]] of Object.entries(relationships).entries()) {
      yield `${index > 0 ? ',' : ''}${toWireJson(name)}:`
      const readBatches = linkages.get(name)
      if (readBatches) yield* linkagePieces(readBatches)
      else yield toWireJson(relationship)
    }
    yield '}}'
  }
}

/** Replaces the loaded values of a long part by excerpts, where their fields define one. */
export function excerptsOf(
  { fields }: LongPart,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const byName = new Map(fields.map(({ name, field }) => [name, field]))
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, byName.get(name)?.excerpt?.(value) ?? value]),
  )
}

async function* linkagePieces(readBatches: IdentifierBatches): AsyncGenerator<string, void, undefined> {
  yield '{"data":['
  let isFirst = true
  for await (const batch of readBatches()) {
    for (let start = 0; start < batch.length; start += identifiersPerPiece) {
      const json = toWireJson(batch.slice(start, start + identifiersPerPiece))
      yield `${isFirst ? '' : ','}${json.slice(1, -1)}`
      isFirst = false
    }
  }
  yield ']}'
}
