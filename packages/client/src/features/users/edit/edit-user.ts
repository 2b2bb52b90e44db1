import type { Identifier } from '@parley/shared'
import type { StoreRecord } from '../../../store/record.ts'

type User = StoreRecord<'users'>

export const administratorsId = '1'
/** Ids of the groups that no user is assigned to: everyone and members. */
const implicitGroupIds = ['2', '3']

/** Returns the groups that a user can be assigned to. */
export function assignableGroups(groups: readonly StoreRecord<'groups'>[]): StoreRecord<'groups'>[] {
  return groups
    .filter(({ id }) => !implicitGroupIds.includes(id))
    .sort((one, other) => Number(one.id) - Number(other.id))
}

/** Returns the ids of a user's groups, as far as they are loaded. */
export function groupIdsOf(user: User): string[] {
  const groups = user.relationships.groups
  return Array.isArray(groups) ? groups.map(({ id }) => id) : []
}

export interface UserChanges {
  attributes: Record<string, unknown>
  relationships?: { groups: { data: Identifier[] } }
}

/**
 * Returns the changes that a submitted form makes to a user, or undefined if there are none. Form data lacks unticked
 * boxes, so `boxes` names all of them. `opened` is the data with which the form began: no document has some attributes.
 */
export function userChanges(
  user: User,
  data: FormData,
  boxes: readonly string[] = [],
  opened = new FormData(),
): UserChanges | undefined {
  const attributes: Record<string, unknown> = {}
  for (const name of new Set([...data.keys(), ...boxes])) {
    if (name === 'groups' || name === 'setPassword') continue
    const isBox = boxes.includes(name)
    const value = isBox ? data.has(name) : data.get(name)
    const before = (isBox ? undefined : opened.get(name)) ?? Reflect.get(user, name) ?? (isBox ? false : '')
    if (value !== before) attributes[name] = value
  }
  const groups = data.has('hasGroups') ? data.getAll('groups').map(String) : undefined
  delete attributes.hasGroups
  const isRegrouped = groups !== undefined && !isSameSet(groups, groupIdsOf(user))
  if (Object.keys(attributes).length === 0 && !isRegrouped) return undefined
  if (!isRegrouped) return { attributes }
  return { attributes, relationships: { groups: { data: groups.map((id) => ({ type: 'groups', id })) } } }
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item))
}
