import { type Actor, allow, deny, type Policies } from '@parley/server'
import type { TagRow } from '../../contract/tables.ts'
import { holdsIn, tagsWith } from '../rights.ts'

const notInTag = deny.because('tags.admin.why.not_in_tag')

/** The permission that an ability on tags stands for. */
function permissionFor(ability: string): string {
  if (ability === 'view') return 'viewForum'
  return ability === 'addToDiscussion' ? 'startDiscussion' : ability
}

function decide(actor: Actor, tag: TagRow, ability: string) {
  return holdsIn(actor, tag, permissionFor(ability)) ? allow : notInTag
}

/** Abilities on tags: the permission in the tag and in its parent. */
const inTag: NonNullable<Policies['tags']>[string] = {
  verdict: decide,
  scope(eb, { actor, forum }, { ability }) {
    const { all } = actor.rules.tables.get('tags')
    const { idIn, unindexed } = forum.database.dialect
    const held = tagsWith(actor, permissionFor(ability))
    if (held.length === 0) return false
    if (held.length === all.length) return true
    return idIn(
      unindexed(eb.ref('tags.id')),
      held.map(({ id }) => id),
    )
  },
}

export const tagPolicies: NonNullable<Policies['tags']> = {
  '*': inTag,
  view: inTag,
  startDiscussion: inTag,
  addToDiscussion: inTag,
  edit: inTag,
  delete: inTag,
}
