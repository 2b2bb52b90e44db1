import { type RawBuilder, sql } from 'kysely'
import type { GroupRow } from './table.ts'

type Placed = Pick<GroupRow, 'id' | 'position'>

/** The place of a group in lists: any number, and its id until it is moved. */
export function positionOf({ id, position }: Placed): number {
  return position ?? id
}

/** Compares groups by their place. */
export function byPosition(a: Placed, b: Placed): number {
  return positionOf(a) - positionOf(b) || a.id - b.id
}

/** The rule of `positionOf`, in SQL. */
export const groupPosition: RawBuilder<number> = sql`coalesce(groups.position, groups.id)`
