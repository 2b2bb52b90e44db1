import type { Tables } from '../../infrastructure/db/tables.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import type { Declared, Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import { publicAttributes } from '../settings/settings.ts'
import { writeFault } from './described.ts'
import { combineEndpoints, type EndpointName, type ResourceEndpoints } from './endpoints.ts'
import { combineFields, type Field } from './fields.ts'
import { combineFilters, type Filter } from './filters.ts'
import {
  checkIncludes,
  combineIncludes,
  type Includes,
  includedAnywhere,
  withIncludedAnywhere,
} from './includes.ts'
import {
  combineListRules,
  combineSorts,
  type DefaultCondition,
  type ListIndex,
  type ListRules,
  type Pinned,
  type SortColumn,
  type VisibleScan,
} from './lists.ts'
import { combineRelations, type Relation } from './relations.ts'
import type { ResourceRows, ResourceType, Row, TableOf } from './resource-rows.ts'
import { combineSearch, type Search, type SearchDeclaration } from './search.ts'
import { type CombinedWriteRules, combineWriteRules, type WriteRules } from './writes.ts'

/**
 * The declaration of one resource type by a feature or extension. One of them is its owner: only the owner declares the
 * members up to `deletedInBatches`.
 */
export interface ResourceDeclaration<Type extends keyof ResourceRows = keyof ResourceRows> {
  /** The table of the resource. */
  table?: TableOf<Type> & keyof Tables
  /** Where its endpoints are below `/api/`; its type by default. */
  path?: string
  /** Instead of a table: returns the visible rows with `ids`. */
  load?(ids: readonly number[], context: Context): Promise<ResourceRows[Type][]>
  /** Forms from the smallest to the largest; a form also shows the fields of the forms before it. */
  forms?: readonly string[]
  /**
   * The parent that is locked before a row of this type, because its counters depend on the row: its type, and the column
   * with its id.
   */
  lockedWith?: LockedWith<ResourceRows[Type]>
  /**
   * Columns with texts that may be long. Answers read rows without long texts (see `Row`), so that a page of rows takes
   * little memory; fields made of these columns are `isLong`. Changes read complete rows.
   */
  longTexts?: readonly (keyof ResourceRows[Type] & string)[]
  /**
   * Rows are deleted by `deleteRow`: they become invisible at once, and what belongs to them is removed in batches. The
   * table has the column of `addDeletedColumn`.
   */
  deletedInBatches?: true
  /** Of the owner: not shown where an administrator views the forum as another, for example tokens. */
  isPersonal?: true
  /** Of the owner: rows have `is_private`, and `privacy` says which of them are and who sees them. */
  hasPrivateRows?: true
  fields?: Readonly<Record<string, Field<ResourceRows[Type]>>>
  relations?: Readonly<Record<string, Relation<ResourceRows[Type]>>>
  /**
   * Adds facts to the rows, all at once, that policies and fields read: once for each row of a request. The facts of the
   * owner come first, then those of all extensions together. The fields of the smallest form do not need them.
   */
  attach?(rows: ResourceRows[Type][], context: Context): Promise<void>
  /** Rules about creations and changes as a whole. */
  writes?: WriteRules<ResourceRows[Type]>
  /** For each `x` the full form has the read-only attribute `canX`, which the policies decide. */
  abilities?: readonly string[]
  filters?: Readonly<Record<string, Filter<TableOf<Type> & keyof Tables>>>
  /** The search of `filter[q]`. */
  search?: SearchDeclaration
  /** Columns by which lists can be sorted, under their wire names. */
  sorts?: Readonly<Record<string, SortColumn<ResourceRows[Type]>>>
  /** Rows that come first in lists without a requested order. They must be few. */
  pinned?: Pinned<TableOf<Type> & keyof Tables>
  /** Leaves rows out of lists in which certain filters are not in use. */
  defaultCondition?: DefaultCondition<TableOf<Type> & keyof Tables>
  /** Tables for the scans of driving filters and of `visibleScan`, by name. */
  listIndexes?: Readonly<Record<string, ListIndex>>
  /** Finds the list without filters for an actor who sees few of the rows that come first. */
  visibleScan?: VisibleScan
  endpoints?: ResourceEndpoints<ResourceRows[Type]>
  /**
   * What any request may include, as relations or paths that begin with one (`tags.parent`): by each endpoint of the type,
   * and behind relations to it that other requests include (`discussion.tags`). The client's `includes` asks for it
   * wherever it shows the resource.
   */
  include?: readonly string[]
  /** Further default includes of any endpoints of the type. */
  defaultInclude?: Partial<Record<EndpointName, readonly string[]>>
  /** Further includes that a request may ask for. */
  optionalInclude?: Partial<Record<EndpointName, readonly string[]>>
}

export interface LockedWith<R> {
  type: ResourceType
  key: keyof R & string
}

/** Resources by type. */
export type Resources = { readonly [Type in keyof ResourceRows]?: ResourceDeclaration<Type> }

type Attach = (rows: Row[], context: Context) => Promise<void>

/** A resource type with its combined declarations. */
export interface Resource {
  type: string
  owner: string
  table: string | undefined
  /** Where its endpoints are below `/api/`. */
  path: string
  load: ((ids: readonly number[], context: Context) => Promise<Row[]>) | undefined
  forms: readonly string[]
  /** The columns of the smallest form; undefined if it may need all columns. */
  bareColumns: readonly string[] | undefined
  /** What adds facts to rows, the owner's first; undefined without any. */
  attach: Attach | undefined
  /** As `attach`, without the facts of the owner. */
  attachOthers: Attach | undefined
  lockedWith: LockedWith<AnyRow> | undefined
  longTexts: readonly string[]
  /** All columns of the table, for types with `longTexts`; set when the forum is built. */
  columns: readonly string[]
  deletedInBatches: boolean
  isPersonal: boolean
  hasPrivateRows: boolean
  fields: ReadonlyMap<string, Owned<Field>>
  /** The fields that each form shows. */
  fieldsOfForm: ReadonlyMap<string, readonly (readonly [name: string, field: Field])[]>
  relations: ReadonlyMap<string, Owned<Relation>>
  writes: CombinedWriteRules
  filters: ReadonlyMap<string, Owned<Filter>>
  search: Search | undefined
  sorts: ReadonlyMap<string, SortColumn<Row & Record<string, unknown>>>
  pinned: readonly Pinned<keyof Tables>[]
  lists: ListRules
  endpoints: ResourceEndpoints<Row>
  includes: Includes
  /** Paths that any request may include. */
  includedAnywhere: readonly string[]
}

/** A declaration with rows of any type. */
interface AnyDeclaration {
  table?: string
  path?: string
  load?: Resource['load']
  forms?: readonly string[]
  attach?: Attach
  lockedWith?: LockedWith<AnyRow>
  longTexts?: readonly string[]
  deletedInBatches?: true
  isPersonal?: true
  hasPrivateRows?: true
  fields?: Readonly<Record<string, Field>>
  relations?: Readonly<Record<string, Relation>>
  writes?: WriteRules
  abilities?: readonly string[]
  filters?: Readonly<Record<string, Filter>>
  search?: SearchDeclaration
  sorts?: Readonly<Record<string, SortColumn<AnyRow>>>
  pinned?: Pinned<keyof Tables>
  defaultCondition?: DefaultCondition<keyof Tables>
  listIndexes?: Readonly<Record<string, ListIndex>>
  visibleScan?: VisibleScan
  endpoints?: ResourceEndpoints<Row>
  include?: readonly string[]
  defaultInclude?: Partial<Record<EndpointName, readonly string[]>>
  optionalInclude?: Partial<Record<EndpointName, readonly string[]>>
}

type AnyRow = Row & Record<string, unknown>

/**
 * Checks and combines the resources of all extensions. `bareReads` are, by type, further columns of rows in the smallest
 * form, besides those that fields read.
 */
export function combineResources(
  declared: readonly Declared<Resources | undefined>[],
  bareReads: Readonly<Record<string, readonly string[]>> = {},
): Map<string, Resource> {
  const byType = new Map<string, Declared<AnyDeclaration>[]>()
  for (const { owner, section } of declared) {
    for (const [type, declaration] of Object.entries(
      (section ?? {}) as unknown as Readonly<Record<string, AnyDeclaration>>,
    )) {
      const list = byType.get(type)
      if (list) list.push({ owner, section: declaration })
      else byType.set(type, [{ owner, section: declaration }])
    }
  }
  const resources = new Map(
    [...byType].map(([type, parts]) => [type, combineResource(type, parts, bareReads[type] ?? [])]),
  )
  for (const [type, resource] of resources)
    resources.set(type, { ...resource, includes: withIncludedAnywhere(resource, resources) })
  checkPaths(resources.values())
  for (const resource of resources.values()) {
    checkRelations(resource, resources)
    checkIncludes(resource, resources)
    checkDescriptions(resource, resources)
  }
  return resources
}

function combineResource(
  type: string,
  parts: readonly Declared<AnyDeclaration>[],
  bareReads: readonly string[],
): Resource {
  const owners = parts.filter((part) => part.section.forms || part.section.table)
  const owner = owners[0]
  if (!owner) throw new ExtensionError(parts[0]?.owner ?? '', `resources › ${type}`, 'no such resource')
  if (owners[1])
    throw new ExtensionError(owners[1].owner, `resources › ${type}`, `already declared by ${owner.owner}`)

  const forms = owner.section.forms ?? ['full']
  const section = <Key extends keyof AnyDeclaration>(key: Key) =>
    parts.map((part) => ({ owner: part.owner, section: part.section[key] }))
  const abilities = parts.map((part) => ({
    owner: part.owner,
    section: abilityFields(type, part.section.abilities),
  }))
  const fields = combineFields(type, forms, [...section('fields'), ...abilities])
  const filters = combineFilters(type, section('filters'))
  const sorts = combineSorts(type, section('sorts'))
  const endpoints = combineEndpoints(type, section('endpoints'))
  return {
    type,
    owner: owner.owner,
    table: owner.section.table,
    path: owner.section.path ?? type,
    load: owner.section.load,
    forms,
    ...combineAttach(type, owner, parts),
    lockedWith: owner.section.lockedWith,
    longTexts: owner.section.longTexts ?? [],
    columns: [],
    deletedInBatches: owner.section.deletedInBatches ?? false,
    isPersonal: owner.section.isPersonal ?? false,
    hasPrivateRows: owner.section.hasPrivateRows ?? false,
    fields,
    bareColumns: bareColumnsOf(forms, fields, bareReads),
    fieldsOfForm: new Map(forms.map((form, index) => [form, shownFields(fields, forms.slice(0, index + 1))])),
    relations: combineRelations(type, section('relations')),
    writes: combineWriteRules(type, fields, section('writes')),
    filters,
    search: combineSearch(type, section('search'), new Set(filters.keys())),
    sorts,
    pinned: parts.map((part) => part.section.pinned).filter((pinned) => pinned !== undefined),
    lists: combineListRules({ type, sorts, filters, findsRows: endpoints.index?.find !== undefined }, parts),
    endpoints,
    includes: combineIncludes(endpoints, parts),
    includedAnywhere: includedAnywhere(type, parts),
  }
}

/** Combines what adds facts to rows: the owner's comes first, then all others together. */
function combineAttach(
  type: string,
  owner: Declared<AnyDeclaration>,
  parts: readonly Declared<AnyDeclaration>[],
): Pick<Resource, 'attach' | 'attachOthers'> {
  for (const { owner: id, section } of parts) {
    if (section.attach !== undefined && typeof section.attach !== 'function')
      throw new ExtensionError(id, `resources › ${type} › attach`, 'is not a function')
  }
  const others = parts.flatMap((part) => (part === owner ? [] : (part.section.attach ?? [])))
  const { attach } = owner.section
  if (others.length === 0) return { attach, attachOthers: undefined }
  const attachOthers: Attach = async (rows, context) => {
    await Promise.all(others.map((other) => other(rows, context)))
  }
  const attachAll: Attach = async (rows, context) => {
    await attach?.(rows, context)
    await attachOthers(rows, context)
  }
  return { attach: attachAll, attachOthers }
}

function abilityFields(type: string, abilities: readonly string[] = []): Record<string, Field> {
  return Object.fromEntries(
    abilities.map((ability) => [
      `can${ability[0]?.toUpperCase()}${ability.slice(1)}`,
      {
        json: 'boolean' as const,
        get: (row: Row, { actor }: Context) => actor.can(ability, type as never, row as never),
      },
    ]),
  )
}

/** Returns the columns of the smallest of several forms; undefined if one of its fields does not declare what it reads. */
function bareColumnsOf(
  forms: readonly string[],
  fields: ReadonlyMap<string, Field>,
  also: readonly string[],
): readonly string[] | undefined {
  if (forms.length === 1) return undefined
  const columns = new Set(['id', ...also])
  for (const [, { column, get, visible, load, reads }] of shownFields(fields, forms.slice(0, 1))) {
    if (!reads && (get || visible || load)) return undefined
    for (const name of [...(column ? [column] : []), ...(reads ?? [])]) columns.add(name)
  }
  return [...columns]
}

function shownFields(fields: ReadonlyMap<string, Field>, forms: readonly string[]): [string, Field][] {
  return [...fields].filter(
    ([, field]) => (field.column || field.get || field.load) && forms.includes(field.form ?? 'full'),
  )
}

function checkPaths(resources: Iterable<Resource>): void {
  const typeOf = new Map<string, string>()
  for (const { type, owner, path } of resources) {
    const taken = typeOf.get(path)
    const fault = taken
      ? `'${path}' is the path of '${taken}'`
      : /^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(path)
        ? undefined
        : `'${path}' is no path below /api/`
    if (fault) throw new ExtensionError(owner, `resources › ${type} › path`, fault)
    typeOf.set(path, type)
  }
}

function checkDescriptions(resource: Resource, resources: ReadonlyMap<string, Resource>): void {
  const { type, owner, fields, relations, endpoints } = resource
  const written = new Set([
    ...[...fields].flatMap(([name, { schema }]) => (schema ? [name] : [])),
    ...[...relations].flatMap(([name, { write }]) => (write ? [name] : [])),
  ])
  for (const name of ['create', 'update'] as const) {
    const describes = endpoints[name]?.describes
    const fault = describes && writeFault(describes, written, new Set(resources.keys()))
    if (fault) throw new ExtensionError(owner, `resources › ${type} › endpoints › ${name} › describes`, fault)
  }
}

function checkRelations({ type, relations }: Resource, resources: ReadonlyMap<string, Resource>): void {
  for (const [name, { to, owner }] of relations) {
    if (to === '*' || resources.has(to)) continue
    throw new ExtensionError(
      owner,
      `resources › ${type} › relations › ${name}`,
      `leads to '${to}', which is no resource`,
    )
  }
}

declare module '../extension.ts' {
  interface Extension {
    /**
     * Resources of the API by type: own ones, and what is added to those of the core and of others. Attributes (`fields`),
     * relationships (`relations`), filters, orders, rules about writes, and what is loaded with the rows of a page (`attach`).
     */
    resources?: Resources
  }
}

declare module '../extension-point.ts' {
  interface Points {
    resources: ReadonlyMap<string, Resource>
  }
}

/** Resources: declared ones, with the attributes of the forum that show public settings. */
export const resourcesPoint = definePoint('resources', {
  sections: ['resources'],
  needs: ['settings', 'displayNames'],
  combine: ({ resources }, { settings, displayNames }) =>
    combineResources([...resources, ...publicAttributes(settings)], {
      users: [...displayNames.values()].flatMap(({ reads }) => reads),
    }),
})
