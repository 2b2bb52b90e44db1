import {
  type CollectionDocument,
  type Identifier,
  type ResourceDocument,
  type ResourceObject,
  toWireJson,
} from '@parley/shared'
import type { Budget, Reservation } from '../../infrastructure/limits/budget.ts'
import type { WaitingField } from './long-texts.ts'

/** A document that is held whole. */
export type WholeDocument = ResourceDocument | CollectionDocument

/** Attributes of one resource object that are loaded when it is written. */
export interface LongPart {
  /** What the database holds of them. */
  bytes: number
  fields: readonly WaitingField[]
  /** The attributes; those of a row that is gone by now are missing. */
  load(): Promise<Readonly<Record<string, unknown>>>
}

/** Identifiers of a relationship, list by list. */
export type IdentifierLists = () => AsyncIterable<readonly Identifier[]>

/** What a document's `light` form lacks. */
export interface StreamedParts {
  /** By the resource object in which the attributes stand as undefined, in their place. */
  long: ReadonlyMap<ResourceObject, LongPart>
  /** By the resource object and the name of the relationship, whose `data` is an empty list. */
  linkages: ReadonlyMap<ResourceObject, ReadonlyMap<string, IdentifierLists>>
}

/** How much memory a long part takes while it is made: row, HTML, JSON and bytes, some of them two bytes a character. */
const memoryPerByte = 8

/** Identifiers written as one piece. */
const identifiersPerPiece = 2000

/**
 * A document with parts that are too large to be held for every answer in the making: long texts, which are loaded one
 * resource object at a time, and lists of identifiers, which come from their source as they are sent.
 */
export class StreamedDocument {
  /** The document without those parts. */
  readonly light: WholeDocument
  readonly parts: StreamedParts

  constructor(light: WholeDocument, parts: StreamedParts) {
    this.light = light
    this.parts = parts
  }

  /**
   * The document as JSON, piece by piece. What a long part takes is reserved in `bytes` before it is loaded and given
   * back when the next piece is asked for.
   * @throws `busy` where the reservation has to wait too long.
   */
  async *pieces(bytes: Budget): AsyncGenerator<string, void, undefined> {
    const { data, included, ...rest } = this.light as CollectionDocument
    const head = JSON.stringify(rest)
    yield `${head === '{}' ? '{' : `${toWireJson(rest).slice(0, -1)},`}"data":`
    if (Array.isArray(data)) yield* this.#list(data, bytes)
    else yield* this.#object(data, bytes)
    if (included) {
      yield ',"included":'
      yield* this.#list(included, bytes)
    }
    yield '}'
  }

  /** Everything at once: for documents that are known to be small. */
  async whole(): Promise<WholeDocument> {
    for (const [object, { load }] of this.parts.long) Object.assign(object.attributes ?? {}, await load())
    for (const [object, lists] of this.parts.linkages) {
      for (const [name, identifiers] of lists) {
        const data: Identifier[] = []
        for await (const list of identifiers()) for (const identifier of list) data.push(identifier)
        object.relationships = { ...object.relationships, [name]: { data } }
      }
    }
    return this.light
  }

  /**
   * The document with as many long parts as there is room for, in bytes of the database; the others are excerpts. Lists of
   * identifiers are left out.
   * @throws `busy` where a reservation has to wait too long.
   */
  async within(room: number, bytes: Budget): Promise<WholeDocument> {
    let left = room
    for (const [object, part] of this.parts.long) {
      const isWhole = part.bytes <= left
      if (isWhole) left -= part.bytes
      await bytes.hold(part.bytes * memoryPerByte, async () => {
        const values = await part.load()
        object.attributes = { ...object.attributes, ...(isWhole ? values : excerptsOf(part, values)) }
      })
    }
    this.dropLists()
    return this.light
  }

  /** Takes the relationships out whose identifiers only come as they are sent. */
  dropLists(): void {
    for (const [object, lists] of this.parts.linkages) {
      for (const name of lists.keys()) delete object.relationships?.[name]
    }
  }

  /** @throws always: its parts are not there. */
  toJSON(): never {
    throw new TypeError('A streamed document is written piece by piece')
  }

  async *#list(objects: readonly ResourceObject[], bytes: Budget): AsyncGenerator<string, void, undefined> {
    yield '['
    for (const [index, object] of objects.entries()) {
      if (index > 0) yield ','
      yield* this.#object(object, bytes)
    }
    yield ']'
  }

  async *#object(object: ResourceObject, bytes: Budget): AsyncGenerator<string, void, undefined> {
    const long = this.parts.long.get(object)
    if (!long) {
      yield* this.#written(object, object)
      return
    }
    const reservation: Reservation = await bytes.reserve(long.bytes * memoryPerByte)
    try {
      const complete = { ...object, attributes: { ...object.attributes, ...(await long.load()) } }
      for await (const piece of this.#written(object, complete)) {
        reservation.resize(2 * piece.length)
        yield piece
      }
    } finally {
      reservation.release()
    }
  }

  async *#written(object: ResourceObject, complete: ResourceObject): AsyncGenerator<string, void, undefined> {
    const lists = this.parts.linkages.get(object)
    if (!lists) {
      yield toWireJson(complete)
      return
    }
    const { relationships = {}, ...rest } = complete
    yield `${toWireJson(rest).slice(0, -1)},"relationships":{`
    for (const [index, [name, relationship]] of Object.entries(relationships).entries()) {
      yield `${index > 0 ? ',' : ''}${toWireJson(name)}:`
      const identifiers = lists.get(name)
      if (identifiers) yield* linkagePieces(identifiers)
      else yield toWireJson(relationship)
    }
    yield '}}'
  }
}

/** Loaded values of a long part, with excerpts in the place of those that have one. */
export function excerptsOf(
  { fields }: LongPart,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const byName = new Map(fields.map(({ name, field }) => [name, field]))
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, byName.get(name)?.excerpt?.(value) ?? value]),
  )
}

async function* linkagePieces(identifiers: IdentifierLists): AsyncGenerator<string, void, undefined> {
  yield '{"data":['
  let isFirst = true
  for await (const list of identifiers()) {
    for (let start = 0; start < list.length; start += identifiersPerPiece) {
      const json = toWireJson(list.slice(start, start + identifiersPerPiece))
      yield `${isFirst ? '' : ','}${json.slice(1, -1)}`
      isFirst = false
    }
  }
  yield ']}'
}
