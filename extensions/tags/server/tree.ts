import type { MemoryTable } from '@parley/server'
import type { TagRow } from '../contract/tables.ts'
import { fold } from '../shared.ts'

/** What every process keeps in memory of a tag: not its counters. */
const columns = [
  'id',
  'name',
  'slug',
  'color',
  'icon',
  'default_sort',
  'position',
  'parent_id',
  'is_restricted',
  'is_hidden',
  'deleted_at',
] as const

export type KnownTag = Pick<TagRow, (typeof columns)[number]>

declare module '@parley/server' {
  interface MemoryTableValues {
    tags: TagTree
  }
}

/** Whether a tag is primary: it has a position and no parent. */
export function isPrimary({ position, parent_id }: Pick<TagRow, 'position' | 'parent_id'>): boolean {
  return position !== null && parent_id === null
}

/** How many tags are primary. The others, children included, count as secondary for a discussion. */
export function countKinds(tags: readonly Pick<TagRow, 'position' | 'parent_id'>[]): {
  primary: number
  secondary: number
} {
  const primary = tags.filter(isPrimary).length
  return { primary, secondary: tags.length - primary }
}

/** All tags, with their parents and children. */
export class TagTree {
  /** By ascending id. */
  readonly all: readonly KnownTag[]
  /** Deleted tags whose discussions the purge has not gone through yet. */
  readonly deletedIds: readonly number[]
  /** Those with a position, children included, and the others. Restricted ones come last. */
  readonly positioned: readonly KnownTag[]
  readonly unpositioned: readonly KnownTag[]
  /** The restricted tags, and those whose parent is restricted. */
  readonly restricted: readonly KnownTag[]
  readonly #restrictions: ReadonlyMap<number, readonly KnownTag[]>
  readonly #byId: ReadonlyMap<number, KnownTag>
  readonly #bySlug: ReadonlyMap<string, KnownTag>
  readonly #children: ReadonlyMap<number | null, readonly KnownTag[]>

  constructor(rows: readonly KnownTag[]) {
    this.all = rows.filter(({ deleted_at }) => deleted_at === null)
    this.deletedIds = rows.flatMap(({ id, deleted_at }) => (deleted_at === null ? [] : [id]))
    const openFirst = this.all.toSorted((a, b) => Number(a.is_restricted) - Number(b.is_restricted))
    this.positioned = openFirst.filter(({ position }) => position !== null)
    this.unpositioned = openFirst.filter(({ position }) => position === null)
    this.#byId = new Map(this.all.map((tag) => [tag.id, tag]))
    this.#bySlug = new Map(this.all.map((tag) => [fold(tag.slug), tag]))
    const restrictions = this.all.map((tag) => [tag, this.#restrictionsOf(tag)] as const)
    this.#restrictions = new Map(restrictions.map(([{ id }, tags]) => [id, tags]))
    this.restricted = restrictions.flatMap(([tag, tags]) => (tags.length > 0 ? [tag] : []))
    const inOrder = this.all.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0) || a.id - b.id)
    this.#children = Map.groupBy(inOrder, ({ parent_id }) => parent_id)
  }

  get(id: number): KnownTag | undefined {
    return this.#byId.get(id)
  }

  /** The tags with these ids; unknown ids are left out. */
  withIds(ids: readonly number[]): KnownTag[] {
    return ids.flatMap((id) => this.#byId.get(id) ?? [])
  }

  bySlug(slug: string): KnownTag | undefined {
    return this.#bySlug.get(fold(slug))
  }

  parentOf({ parent_id }: Pick<TagRow, 'parent_id'>): KnownTag | undefined {
    return parent_id === null ? undefined : this.#byId.get(parent_id)
  }

  /** What is restricted of a tag and its parent. */
  restrictionsOf({ id }: Pick<TagRow, 'id'>): readonly KnownTag[] {
    return this.#restrictions.get(id) ?? []
  }

  #restrictionsOf(tag: KnownTag): KnownTag[] {
    return [tag, this.parentOf(tag)].filter((each) => each !== undefined).filter((each) => each.is_restricted)
  }

  /** The children of a tag, in their order. */
  childrenOf(id: number): readonly KnownTag[] {
    return this.#children.get(id) ?? []
  }

  /** The primary tags, in their order. */
  get primary(): readonly KnownTag[] {
    return (this.#children.get(null) ?? []).filter(isPrimary)
  }
}

/** The tags in memory. */
export const tagsInMemory: MemoryTable<TagTree> = {
  table: 'tags',
  columns,
  maximum: 10_000,
  shape: (rows) => new TagTree(rows),
}
