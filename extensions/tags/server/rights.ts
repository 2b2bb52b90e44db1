import type { Actor } from '@parley/server'
import type { TagRow } from '../contract/tables.ts'
import type { KnownTag } from './tree.ts'

type Restrictable = Pick<TagRow, 'id' | 'is_restricted' | 'parent_id'>

/** The name of a permission in one restricted tag. */
export function permissionIn(tagId: number, permission: string): string {
  return `tag${tagId}.${permission}`
}

/** Whether the actor's groups hold a permission in a tag, its parent aside. */
function holdsHere(actor: Actor, { id, is_restricted }: Restrictable, permission: string): boolean {
  return actor.hasPermission(is_restricted ? permissionIn(id, permission) : permission)
}

/** Whether the actor's groups hold a permission in a tag and in its parent. */
export function holdsIn(actor: Actor, tag: Restrictable, permission: string): boolean {
  const parent = actor.rules.tables.get('tags').parentOf(tag)
  return holdsHere(actor, tag, permission) && (!parent || holdsHere(actor, parent, permission))
}

/** The tags in which the actor's groups hold a permission. */
export function tagsWith(actor: Actor, permission: string): KnownTag[] {
  return actor.rules.tables.get('tags').all.filter((tag) => holdsIn(actor, tag, permission))
}

/** The tags whose discussions the actor may see, as far as tags decide. */
export function visibleTags(actor: Actor): KnownTag[] {
  return tagsWith(actor, 'viewForum')
}

/** Restricted tags among some tags and their parents, each once. */
export function restrictedAmong(actor: Actor, tags: readonly KnownTag[]): readonly KnownTag[] {
  const tree = actor.rules.tables.get('tags')
  const restricted = tags.flatMap((tag) => tree.restrictionsOf(tag))
  return restricted.length > 1 ? [...new Set(restricted)] : restricted
}
