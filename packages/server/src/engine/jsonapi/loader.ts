import type { Context } from '../../points/context/context.ts'
import type { Field } from '../../points/resources/fields.ts'
import type { Relation, TypedTargets } from '../../points/resources/relations.ts'
import type { ResourceRows, Row } from '../../points/resources/resource-rows.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { attachFacts } from './attached-facts.ts'
import type { IncludeTree } from './query.ts'
import { loadBareRows, loadPlainRows, resourceOf } from './rows.ts'
import { loadedTargets, type Targets } from './targets.ts'

/** The requested fields by type; types without an entry show all fields. */
export type Fieldsets = ReadonlyMap<string, ReadonlySet<string>>

/** Rows of one form at one depth of an include tree, and what is included with them. */
export interface Level {
  resource: Resource
  rows: readonly Row[]
  form: string
  tree: IncludeTree
}

/** Loads what a document needs besides its rows. All that one depth of the includes needs is loaded together. */
export class Loader {
  readonly #context: Context
  readonly #fieldsets: Fieldsets
  /** By resource type and relation name: targets by parent id. */
  readonly #targets = new Map<string, Map<string, Map<number, Targets>>>()
  /** Targets of relations to several types, by resource type and relation name. */
  readonly #anyTargets = new Map<string, readonly TypedTargets[]>()
  /** Values by field and row id, of fields that are loaded for all rows at once. */
  readonly values = new Map<Field, Map<number, unknown>>()

  constructor(context: Context, fieldsets: Fieldsets) {
    this.#context = context
    this.#fieldsets = fieldsets
  }

  /** Loads fields and relations of all parts of a depth, then the depth of their targets. */
  async loadLevels(levels: readonly Level[]): Promise<void> {
    const nonEmpty = levels.filter((level) => level.rows.length > 0)
    if (nonEmpty.length === 0) return
    await this.#attachFacts(nonEmpty)
    await together(this.#relationLoads(nonEmpty, true))
    await together([
      ...this.#fieldLoads(nonEmpty),
      this.#loadForeignKeys(nonEmpty),
      ...this.#relationLoads(nonEmpty, false),
    ])
    const next = nonEmpty.flatMap((level) =>
      [...level.tree].flatMap(([name, tree]) => this.#nextLevels(level, name, tree)),
    )
    await this.loadLevels(next)
  }

  /** Attaches facts to rows, except in the smallest form, which only needs columns. */
  async #attachFacts(levels: readonly Level[]): Promise<void> {
    const rows = new Map<Resource, Row[]>()
    for (const { resource, form, tree, rows: ofLevel } of levels) {
      if (resource.attach && !isBare(resource, form, tree))
        rows.set(resource, [...(rows.get(resource) ?? []), ...ofLevel])
    }
    await together([...rows].map(([resource, all]) => attachFacts(this.#context, resource, all)))
  }

  #fieldLoads(levels: readonly Level[]): Promise<void>[] {
    return mergeRows(levels, ({ resource, form }) => `${resource.type} ${form}`).flatMap(
      ({ resource, rows, form }) => {
        const complete = rows.some(isLight) ? rows.filter((row) => !isLight(row)) : rows
        return (resource.fieldsOfForm.get(form) ?? []).map(async ([, field]) => {
          const loaded = await field.load?.(field.isLong ? complete : rows, this.#context, form)
          if (!loaded) return
          const values = this.values.get(field) ?? new Map<number, unknown>()
          this.values.set(field, values)
          for (const [id, value] of loaded) values.set(id, value)
        })
      },
    )
  }

  async #loadForeignKeys(levels: readonly Level[]): Promise<void> {
    const idsByType = new Map<string, Set<number>>()
    const plain = new Set<string>()
    for (const { resource, rows, tree } of levels) {
      for (const [name, subtree] of tree) {
        const relation = resource.relations.get(name)
        if (!relation?.key) continue
        const ids = idsByType.get(relation.to) ?? new Set()
        idsByType.set(relation.to, ids)
        if (!isBare(resourceOf(this.#context, relation.to), relation.form, subtree)) plain.add(relation.to)
        for (const row of rows) {
          const id = keyOf(row, relation.key)
          if (id) ids.add(id)
        }
      }
    }
    const found = new Map<string, ReadonlyMap<number, Row>>()
    await together(
      [...idsByType].map(async ([type, ids]) => {
        const load = plain.has(type) ? loadPlainRows : loadBareRows
        found.set(type, await load(this.#context, type as keyof ResourceRows, ids))
      }),
    )
    for (const { resource, rows, tree } of levels) {
      for (const name of tree.keys()) {
        const relation = resource.relations.get(name)
        if (!relation?.key) continue
        const targets = this.#targetMap(resource.type, name)
        for (const row of rows) {
          const target = found.get(relation.to)?.get(keyOf(row, relation.key) ?? 0)
          if (target) targets.set(row.id, target)
        }
      }
    }
  }

  /** Loads each relation that comes first, or each other one, once for the rows of all parts of a depth. */
  #relationLoads(levels: readonly Level[], comesFirst: boolean): Promise<void>[] {
    const names = new Set(levels.flatMap(({ tree }) => [...tree.keys()]))
    return [...names].flatMap((name) => {
      const withName = levels.filter(({ tree }) => tree.has(name))
      return mergeRows(withName, ({ resource }) => resource.type).flatMap(({ resource, rows }) => {
        const relation = resource.relations.get(name)
        const isNow = (relation?.comesFirst ?? false) === comesFirst
        return isNow ? [this.#loadRelation(resource, rows, name, relation)] : []
      })
    })
  }

  async #loadRelation(
    resource: Resource,
    rows: readonly Row[],
    name: string,
    relation: Relation | undefined,
  ): Promise<void> {
    if (relation?.loadAny) {
      const typed = await relation.loadAny(rows, this.#context)
      this.#anyTargets.set(`${resource.type} ${name}`, typed)
    }
    if (!relation?.load) return
    const targets = this.#targetMap(resource.type, name)
    const missing = rows.filter((row) => !targets.has(row.id))
    if (missing.length === 0) return
    const shown = isShown(this.#fieldsets, resource, name)
    for (const [id, target] of await relation.load(missing, this.#context, shown)) targets.set(id, target)
  }

  #nextLevels(level: Level, name: string, tree: IncludeTree): Level[] {
    return this.targetsOf(level.resource, name).map(({ type, form, targets }) => {
      const rows = new Map<number, Row>()
      for (const parent of level.rows) {
        for (const target of loadedTargets(targets.get(parent.id))) {
          if (typeof target === 'object') rows.set(target.id, target)
        }
      }
      return { resource: resourceOf(this.#context, type), rows: [...rows.values()], form, tree }
    })
  }

  /** The loaded targets of a relation, by their type: several types only for relations with `loadAny`. */
  targetsOf(
    resource: Resource,
    name: string,
  ): readonly { type: string; form: string; targets: ReadonlyMap<number, Targets> }[] {
    return this.#loadedTargetsOf(resource, name).filter(
      ({ type }) => !this.#context.viewAs || !resourceOf(this.#context, type).isPersonal,
    )
  }

  #loadedTargetsOf(resource: Resource, name: string): ReturnType<Loader['targetsOf']> {
    const relation = resource.relations.get(name)
    if (relation?.loadAny) return this.#anyTargets.get(`${resource.type} ${name}`) ?? []
    const targets = this.#targets.get(resource.type)?.get(name)
    return relation && targets ? [{ type: relation.to, form: relation.form ?? 'full', targets }] : []
  }

  #targetMap(type: string, name: string): Map<number, Targets> {
    const ofType = this.#targets.get(type) ?? new Map<string, Map<number, Targets>>()
    this.#targets.set(type, ofType)
    const targets = ofType.get(name) ?? new Map<number, Targets>()
    ofType.set(name, targets)
    return targets
  }
}

/** Waits until all loads have ended, also if one fails, since they may share a transaction. */
async function together(loads: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(loads)) {
    if (result.status === 'rejected') throw result.reason
  }
}

/** Merges the parts of a depth that have the same key: each of their rows is there once. */
function mergeRows(levels: readonly Level[], keyOfLevel: (level: Level) => string): Level[] {
  const merged = new Map<string, Level>()
  for (const level of levels) {
    const first = merged.get(keyOfLevel(level))
    const rows = first
      ? [...new Map([...first.rows, ...level.rows].map((row) => [row.id, row])).values()]
      : level.rows
    merged.set(keyOfLevel(level), { ...(first ?? level), rows })
  }
  return [...merged.values()]
}

/** Whether rows are shown in the smallest of several forms, without relationships. */
function isBare({ forms }: Resource, form: string | undefined, tree: IncludeTree): boolean {
  return forms.length > 1 && form === forms[0] && tree.size === 0
}

/** Whether a request asks for a relationship. */
export function isShown(fieldsets: Fieldsets, { type }: Resource, name: string): boolean {
  return fieldsets.get(type)?.has(name) ?? true
}

function keyOf(row: Row, key: string): number | null {
  return (row as unknown as Record<string, number | null>)[key] ?? null
}

/** Whether a row was read without its long texts. */
export function isLight(row: Row): boolean {
  return (row.omitted_bytes ?? 0) > 0
}
