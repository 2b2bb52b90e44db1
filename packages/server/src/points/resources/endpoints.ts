import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import type { WriteDescription } from './described.ts'
import type { Row } from './resource-rows.ts'

/** Which relationships an answer may include, as full dotted paths; `include` replaces the default ones. */
export interface Includes {
  default?: readonly string[]
  optional?: readonly string[]
}

interface EndpointBase {
  include?: Includes
  /** Guests get 401. */
  authenticated?: boolean
}

/** A page of a list as it was asked for. */
export interface ListRequest {
  /** Names of the filters in effect, negated ones with their `-`, and their raw values. */
  filters: ReadonlyMap<string, unknown>
  /** As sent; empty when the request named no order. */
  sort: readonly SortField[]
  offset: number
  limit: number
  /** `page[near]`, when it is above 1. */
  near?: number
}

export interface SortField {
  name: string
  descending: boolean
}

/** A page of a list that knows better than OFFSET where it begins. */
export interface Seek {
  /** Rows before the page: for the page links. */
  offset: number
  /** The first `limit` rows from there, in the list's order. */
  rows(limit: number): Promise<Row[]>
}

/** What a list that finds its rows itself is asked for. */
export interface FindRequest {
  /** The condition of the filters, which are on ids alone, on the column that holds the ids; undefined without any. */
  isWanted(id: Expression<number>): Expression<SqlBool> | undefined
  offset: number
  /** At most so many rows. */
  limit: number
  /** Only rows with a lower id. */
  before?: number
}

/** `GET /api/{type}`. */
export interface IndexEndpoint extends EndpointBase {
  /** Ability without an object; 403 without it. */
  ability?: string
  /** Form of the rows; 'full' unless said otherwise. */
  form?: string
  /** As in `sort=`, depending on the names of the filters; ascending id unless said otherwise. */
  sort?(filters: readonly string[]): string
  /** Whatever `sort` says, the list has its own order. */
  ignoresSort?: true
  /** What rows must satisfy to be listed, beyond being visible: unlike a scope it may depend on the time. */
  where?(eb: ExpressionBuilder<Tables, keyof Tables>, context: Context): Expression<SqlBool>
  /** Rows on a page when the request does not say; null for all of them. */
  limit?: number | null
  /**
   * The filter whose lists `page[near]` may begin in the middle of: with another filter or an order of its own such a list is
   * refused. Without it `page[near]` is ignored.
   */
  near?: string
  /** Finds the beginning of a page without counting through the rows before it. */
  seek?(request: ListRequest, context: Context): Promise<Seek | undefined>
  /** Finds the visible rows itself, newest id first; such a list ignores `sort` and all filters but `id`. */
  find?(request: FindRequest, context: Context): Promise<Row[]>
}

/** What a show request says besides the id. */
export interface ShowRequest {
  page: { near: number | undefined; offset: number; limit: number }
}

/** `GET /api/{type}/{id}`. */
export interface ShowEndpoint<R extends Row> extends EndpointBase {
  form?: (row: R, context: Context) => string
  /** Id for `?bySlug=1`, undefined for none. */
  findBySlug?(slug: string, context: Context): Promise<number | undefined>
  /** Reads an id from the path; a number unless said otherwise. */
  parseId?(id: string): number | undefined
  /** Before the includes are loaded. */
  prepare?(row: R, request: ShowRequest, context: Context): void | Promise<void>
}

/** Body of a write, as far as the engine understands it. */
export interface WriteInput {
  attributes: Readonly<Record<string, unknown>>
  relationships: Readonly<Record<string, unknown>>
  meta: Readonly<Record<string, unknown>>
}

/** `POST /api/{type}`. */
export interface CreateEndpoint<R extends Row> extends EndpointBase {
  /** Ability without an object; 403 without it. */
  ability?: string
  form?: (row: R, context: Context) => string
  describes?: WriteDescription
  /** Attributes that `run` reads itself; other writable fields that were sent are applied to the new row after it. */
  fields: readonly string[]
  /** Before the transaction: what takes long or waits for others. Its result is handed to `run`. */
  prepare?(input: WriteInput, context: Context): Promise<unknown>
  run(input: WriteInput, context: WriteContext, prepared: unknown): Promise<R>
  /** Undoes what `prepare` did outside the database, when the transaction failed. */
  abandon?(prepared: unknown, context: Context): Promise<void>
  /** May leave notes for relations in the answering context. */
  answer?(row: R, answering: Context): void
}

/** `PATCH /api/{type}/{id}`: applies the writable fields that were sent. */
export interface UpdateEndpoint<R extends Row> extends EndpointBase {
  form?: (row: R, context: Context) => string
  describes?: WriteDescription
  /** Includes for this answer, beyond the endpoint's own; may leave notes for relations in the answering context. */
  answer?(row: R, context: WriteContext, answering: Context): readonly string[]
  /** What counts of what was sent; all of it, unless said otherwise. */
  accept?(sent: WriteInput): WriteInput
  /** Before the transaction: what takes long. Its result is handed to `check`. */
  prepare?(row: R, input: WriteInput, context: Context): Promise<unknown>
  /** Changes the row itself, whatever the body says, and returns it as it is then. */
  run?(row: R, context: WriteContext): Promise<R>
  /** Before anything is applied. */
  check?(row: R, input: WriteInput, context: WriteContext, prepared: unknown): void | Promise<void>
}

/** `DELETE /api/{type}/{id}`: 204. */
export interface DeleteEndpoint<R extends Row> extends EndpointBase {
  /** Ability on the row; 403 without it. */
  ability: string
  run(row: R, context: WriteContext): Promise<void>
}

/** The endpoints that every resource may have. */
export interface ResourceEndpoints<R extends Row> {
  index?: IndexEndpoint
  show?: ShowEndpoint<R>
  create?: CreateEndpoint<R>
  update?: UpdateEndpoint<R>
  delete?: DeleteEndpoint<R>
}

export type EndpointName = keyof ResourceEndpoints<Row>

/** Endpoints may be declared once; includes may be added to them by anyone. */
export function combineEndpoints(
  type: string,
  declared: readonly Declared<ResourceEndpoints<Row> | undefined>[],
): ResourceEndpoints<Row> {
  const combined: Record<string, unknown> = {}
  for (const { owner, section } of declared) {
    for (const [name, endpoint] of Object.entries(section ?? {})) {
      if (combined[name])
        throw new ExtensionError(owner, `resources › ${type} › endpoints › ${name}`, 'already declared')
      combined[name] = endpoint
    }
  }
  return combined as ResourceEndpoints<Row>
}
