import type { BoundedCount } from '@parley/shared'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import type { WriteDescription } from './described.ts'
import type { Row } from './resource-rows.ts'

/** The relationships that an answer may include, as full dotted paths; the parameter `include` replaces the default ones. */
export interface Includes {
  default?: readonly string[]
  optional?: readonly string[]
}

interface EndpointBase {
  include?: Includes
  /** Guests get 401. */
  authenticated?: boolean
}

/** A request for a page of a list. */
export interface ListRequest {
  /** Names of the filters in effect, negated ones with their `-`, and their raw values. */
  filters: ReadonlyMap<string, unknown>
  /** The requested sort fields; empty without any. */
  sort: readonly SortField[]
  offset: number
  limit: number
  /** `page[near]`, if it is above 1. */
  near?: number
}

export interface SortField {
  name: string
  descending: boolean
}

/** The beginning of a page, found without OFFSET. */
export interface Seek {
  /** Number of rows before the page, for the page links. */
  offset: number
  /** Returns the first `limit` rows of the page, in the order of the list. */
  rows(limit: number): Promise<Row[]>
}

/** A request to a list that finds its rows itself. */
export interface FindRequest {
  /** Returns the condition of the filters, which concern only ids, on a column of ids; undefined without filters. */
  filterCondition(id: Expression<number>): Expression<SqlBool> | undefined
  offset: number
  /** The maximum number of rows. */
  limit: number
  /** Only rows with a lower id. */
  before?: number
}

/** What decides whether a list is answered as a whole. */
export interface WholeRequest {
  /** The names of the filters. */
  filters: readonly string[]
  /** The number of rows on a page. */
  limit: number
}

/** `GET /api/{type}`. */
export interface IndexEndpoint extends EndpointBase {
  /** The required global ability; 403 without it. */
  ability?: string
  /** Form of the rows; 'full' by default. */
  form?: string
  /** Returns the default order, as in `sort=`, given the names of the filters; ascending id by default. */
  sort?(filters: readonly string[]): string
  /** The list ignores `sort=` and always has its own order. */
  ignoresSort?: true
  /** A condition on listed rows, besides visibility: unlike a scope it may depend on the time. */
  where?(eb: ExpressionBuilder<Tables, keyof Tables>, context: Context): Expression<SqlBool>
  /** Default number of rows on a page; null for all rows. */
  limit?: number | null
  /** Whether the answer has all rows, without links, whatever page is requested: for small tables only. */
  isWhole?(request: WholeRequest): boolean
  /**
   * The filter whose lists `page[near]` may begin in the middle of: with another filter or an order of its own such a list is
   * refused. Without it `page[near]` is ignored.
   */
  near?: string
  /** Finds the beginning of a page without scanning the rows before it. */
  seek?(request: ListRequest, context: Context): Promise<Seek | undefined>
  /**
   * Counts what else `GET /api/totals/{type}` answers for the list without filters, by name; undefined leaves a name out. The
   * rows of the list are counted as `rows`. Its cost must not grow with the forum. A list without it has no totals.
   */
  totals?(context: Context): Promise<Readonly<Record<string, BoundedCount | undefined>>>
  /** Finds the visible rows itself, by descending id; such a list ignores `sort` and all filters but `id`. */
  find?(request: FindRequest, context: Context): Promise<Row[]>
}

/** The parameters of a show request besides the id. */
export interface ShowRequest {
  page: { near: number | undefined; offset: number; limit: number }
}

/** `GET /api/{type}/{id}`. */
export interface ShowEndpoint<R extends Row> extends EndpointBase {
  form?: (row: R, context: Context) => string
  /** Returns the id of a slug, for `?bySlug=1`; undefined for an unknown one. */
  findBySlug?(slug: string, context: Context): Promise<number | undefined>
  /**
   * Returns the id of the row that the path names, by a slug for example; undefined for an unknown name. By default the path
   * has the id. The engine checks whether the actor may see the row.
   */
  idOf?(name: string, context: Context): number | undefined | Promise<number | undefined>
  /** Called before the includes are loaded. */
  prepare?(row: R, request: ShowRequest, context: Context): void | Promise<void>
}

/** The status of the answer to a change; 204 has no document. */
export type WriteStatus = 200 | 201 | 204

/** The parsed body of a write. */
export interface WriteInput {
  attributes: Readonly<Record<string, unknown>>
  relationships: Readonly<Record<string, unknown>>
  meta: Readonly<Record<string, unknown>>
  /** What the editor of a change began from, by the names of attributes and relationships (`data.meta.from`). */
  from?: Readonly<Record<string, unknown>>
}

/** `POST /api/{type}`. */
export interface CreateEndpoint<R extends Row> extends EndpointBase {
  /** The required global ability; 403 without it. */
  ability?: string
  form?: (row: R, context: Context) => string
  describes?: WriteDescription
  /** 201 by default. */
  status?: WriteStatus
  /** Attributes that it reads itself or ignores; `planRow` reads the other writable ones. */
  fields: readonly string[]
  /** Plans the row (`planRow`) and does slow work before the transaction; returns the argument `prepared` of `run`. */
  prepare?(input: WriteInput, context: Context): Promise<unknown>
  /** Creates the row with `createRow`, so that it gets what extensions declare for it. */
  run(input: WriteInput, context: WriteContext, prepared: unknown): Promise<R>
  /** Reverts what `prepare` did outside the database, if the transaction failed. */
  abandon?(prepared: unknown, context: Context): Promise<void>
  /** Called before the answer is made; may cache values for relations in its context. */
  answer?(row: R, answering: Context): void
}

/** `PATCH /api/{type}/{id}`: applies the writable fields of the request. */
export interface UpdateEndpoint<R extends Row> extends EndpointBase {
  form?: (row: R, context: Context) => string
  describes?: WriteDescription
  /** 200 by default. */
  status?: WriteStatus
  /** Returns further includes for this answer; may cache values for relations in its context. */
  answer?(row: R, context: WriteContext, answering: Context): readonly string[]
  /** Returns the accepted part of the input; all of it by default. */
  accept?(sent: WriteInput): WriteInput
  /** Runs slow work before the transaction, and returns the argument `prepared` of `check`. */
  prepare?(row: R, input: WriteInput, context: Context): Promise<unknown>
  /** Changes the row independently of the input, and returns the changed row. */
  run?(row: R, context: WriteContext): Promise<R>
  /** Checks the input before any field is applied. */
  check?(row: R, input: WriteInput, context: WriteContext, prepared: unknown): void | Promise<void>
}

/** `DELETE /api/{type}/{id}`: 204. */
export interface DeleteEndpoint<R extends Row> extends EndpointBase {
  /** The required ability on the row; 403 without it. */
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

/** Checks and combines the endpoints of one resource type; each may be declared once. */
export function combineEndpoints(
  type: string,
  declared: readonly Declared<ResourceEndpoints<Row> | undefined>[],
): ResourceEndpoints<Row> {
  const combined: Record<string, unknown> = {}
  for (const { owner, section } of declared) {
    for (const [name, endpoint] of Object.entries(section ?? {})) {
      const { status } = endpoint as { status?: number }
      const fault = combined[name]
        ? 'already declared'
        : status !== undefined && ![200, 201, 204].includes(status)
          ? `the status ${status} is none of 200, 201 and 204`
          : undefined
      if (fault) throw new ExtensionError(owner, `resources › ${type} › endpoints › ${name}`, fault)
      combined[name] = endpoint
    }
  }
  return combined as ResourceEndpoints<Row>
}
