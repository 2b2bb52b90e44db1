import type { Linkage, ResourceObject } from '@parley/shared'
import type { Context } from '../../points/context/context.ts'
import type { Field } from '../../points/resources/fields.ts'
import { type Related, StreamedTargets } from '../../points/resources/relations.ts'
import type { Row } from '../../points/resources/resource-rows.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { type Fieldsets, isLight, isShown, Loader } from './loader.ts'
import { type DeferredField, loadLongFields } from './long-texts.ts'
import type { IncludeTree } from './query.ts'
import { rememberRows, resourceOf } from './rows.ts'
import type { IdentifierBatches, LongPart, StreamedParts } from './streamed.ts'
import { identifierOf, identifierOfRow, isList, linkageOf, loadedTargets, type Targets } from './targets.ts'

/** Rows to serialize, and their form. */
export interface Primary {
  resource: Resource
  rows: readonly Row[]
  form: string
}

export interface Serialized {
  data: ResourceObject[]
  included: ResourceObject[]
  /** The parts that the objects lack; undefined if they are complete. */
  streamed: StreamedParts | undefined
}

/**
 * Converts rows to resource objects, with the relationships in `tree` included. Relations are loaded depth by depth,
 * each for all parents at once, so the number of queries does not depend on the number of rows.
 */
export async function serialize(
  context: Context,
  primary: Primary,
  tree: IncludeTree,
  fieldsets: Fieldsets = new Map(),
): Promise<Serialized> {
  const loader = new Loader(context, fieldsets)
  rememberRows(context, primary.resource.type, primary.rows)
  await loader.loadLevels([{ resource: primary.resource, rows: primary.rows, form: primary.form, tree }])
  return new Writer(context, loader, fieldsets).write(primary, tree)
}

/** One relation of an include tree, with what the writer needs for each row. */
interface Branch {
  name: string
  resource: Resource
  form: string
  tree: IncludeTree
  isShown: boolean
  /** By parent id. */
  targets: ReadonlyMap<number, Targets>
  /** Collects the included resources of its type. */
  included: Map<number, Included>
}

interface Included {
  object: ResourceObject
  /** Forms that are written already: many posts have the same author. */
  forms: string[]
}

/** A row that was read without its long texts, and the fields that need them. */
interface LongObject {
  resource: Resource
  row: Row
  fields: DeferredField[]
}

type NamedField = readonly [name: string, field: Field]

class Writer {
  readonly #context: Context
  readonly #loader: Loader
  readonly #fieldsets: Fieldsets
  /** Included resources by type, then id, in the order of their first occurrence. */
  readonly #included = new Map<string, Map<number, Included>>()
  readonly #long = new Map<ResourceObject, LongObject>()
  readonly #linkages = new Map<ResourceObject, Map<string, IdentifierBatches>>()
  // Caches for lookups that are the same for all rows.
  readonly #branches = new Map<IncludeTree, Map<Resource, readonly Branch[]>>()
  readonly #fields = new Map<Resource, Map<string, readonly NamedField[]>>()

  constructor(context: Context, loader: Loader, fieldsets: Fieldsets) {
    this.#context = context
    this.#loader = loader
    this.#fieldsets = fieldsets
  }

  write({ resource, rows, form }: Primary, tree: IncludeTree): Serialized {
    const branches = this.#branchesOf(resource, tree)
    const data = rows.map((row) => {
      const object: ResourceObject = identifierOfRow(resource.type, row)
      this.#writeAttributes(object, resource, row, form)
      this.#writeRelationships(object, branches, row, object)
      return object
    })
    const included = [...this.#included.values()].flatMap((ofType) =>
      [...ofType.values()].map(({ object }) => object),
    )
    return { data, included, streamed: this.#streamedParts() }
  }

  #streamedParts(): StreamedParts | undefined {
    if (this.#long.size === 0 && this.#linkages.size === 0) return undefined
    const partOf = ({ resource, row, fields }: LongObject): LongPart => ({
      bytes: row.omitted_bytes ?? 0,
      load: () => loadLongFields(this.#context, resource, row, fields),
      fields,
    })
    const long = new Map([...this.#long].map(([object, deferred]) => [object, partOf(deferred)]))
    return { long, linkages: this.#linkages }
  }

  /** Defers an attribute until its object is written. */
  #defer(object: ResourceObject, resource: Resource, row: Row, deferred: DeferredField): void {
    const existing = this.#long.get(object)
    if (existing) existing.fields.push(deferred)
    else this.#long.set(object, { resource, row, fields: [deferred] })
  }

  #writeAttributes(object: ResourceObject, resource: Resource, row: Row, form: string): void {
    const attributes = object.attributes ?? {}
    let hasAttributes = object.attributes !== undefined
    for (const [name, field] of this.#fieldsOf(resource, form)) {
      if (field.visible && !field.visible(row, this.#context, form)) continue
      if (field.isLong && isLight(row)) {
        attributes[name] = undefined
        this.#defer(object, resource, row, { name, field, form })
      } else if (field.load) {
        const values = this.#loader.values.get(field)
        if (!values?.has(row.id)) continue
        attributes[name] = values.get(row.id)
      } else {
        attributes[name] = field.get
          ? field.get(row, this.#context)
          : (row as unknown as Values)[field.column as string]
      }
      hasAttributes = true
    }
    if (hasAttributes) object.attributes = attributes
  }

  /** Writes the relationships of an object, and includes what they lead to, except `top`: the requested resource itself. */
  #writeRelationships(
    object: ResourceObject,
    branches: readonly Branch[],
    row: Row,
    top: ResourceObject,
  ): void {
    for (const branch of branches) {
      const targets = branch.targets.get(row.id)
      if (targets === undefined) continue
      if (branch.isShown) {
        object.relationships ??= {}
        object.relationships[branch.name] = { data: this.#writeLinkage(object, branch, targets) }
      }
      if (!isList(targets)) this.#include(branch, targets, top)
      else for (const target of loadedTargets(targets)) this.#include(branch, target, top)
    }
  }

  #writeLinkage(object: ResourceObject, { name, resource: { type } }: Branch, targets: Targets): Linkage {
    if (!(targets instanceof StreamedTargets)) return linkageOf(type, targets)
    const linkages = this.#linkages.get(object) ?? new Map<string, IdentifierBatches>()
    this.#linkages.set(object, linkages)
    linkages.set(name, async function* () {
      for await (const ids of targets.ids()) yield ids.map((id) => identifierOf(type, id))
    })
    return []
  }

  #include({ resource, form, tree, included }: Branch, row: Related, top: ResourceObject): void {
    if (typeof row !== 'object') return
    if (resource.type === top.type && identifierOfRow(resource.type, row).id === top.id) return
    let entry = included.get(row.id)
    if (!entry) {
      entry = { object: identifierOfRow(resource.type, row), forms: [] }
      included.set(row.id, entry)
    }
    if (!entry.forms.includes(form)) {
      entry.forms.push(form)
      this.#writeAttributes(entry.object, resource, row, form)
    }
    if (tree.size > 0) this.#writeRelationships(entry.object, this.#branchesOf(resource, tree), row, top)
  }

  #branchesOf(resource: Resource, tree: IncludeTree): readonly Branch[] {
    // Targets of several types share one tree.
    const byResource = this.#branches.get(tree) ?? new Map<Resource, readonly Branch[]>()
    const cached = byResource.get(resource)
    if (cached) return cached
    const branches: Branch[] = []
    for (const [name, subtree] of tree) {
      for (const { type, form, targets } of this.#loader.targetsOf(resource, name)) {
        const included = this.#included.get(type) ?? new Map<number, Included>()
        this.#included.set(type, included)
        branches.push({
          name,
          resource: resourceOf(this.#context, type),
          form,
          tree: subtree,
          isShown: isShown(this.#fieldsets, resource, name),
          targets,
          included,
        })
      }
    }
    this.#branches.set(tree, byResource.set(resource, branches))
    return branches
  }

  #fieldsOf(resource: Resource, form: string): readonly NamedField[] {
    const byForm = this.#fields.get(resource) ?? new Map<string, readonly NamedField[]>()
    this.#fields.set(resource, byForm)
    const requested = this.#fieldsets.get(resource.type)
    const { viewAs } = this.#context
    const fields =
      byForm.get(form) ??
      (resource.fieldsOfForm.get(form) ?? []).filter(
        ([name, { isPersonal }]) => (!requested || requested.has(name)) && !(viewAs && isPersonal),
      )
    byForm.set(form, fields)
    return fields
  }
}

type Values = Readonly<Record<string, unknown>>
