import { type App, defineCompletion, NamedIcon, type StoreRecord } from '@parley/client'
import type { ReactNode } from 'react'
import { mentionOfGroup } from '../sources.ts'
import { matchesName, nameIn, nameQuery } from './match-name.ts'

type GroupRecord = StoreRecord<'groups'>

/** Guests and members: no text can mention them. */
const everyone = ['2', '3']

/** Groups, for those who may mention them. */
export const groupCompletion = defineCompletion<GroupRecord>({
  trigger: '@',
  query: nameQuery,
  source: (query, { app }) =>
    mentionableGroups(app).filter(({ namePlural, nameSingular }) =>
      [namePlural, nameSingular].some((name) => matchesName(nameIn(query), name)),
    ),
  keyOf: ({ id }) => id,
  Row: GroupRow,
  insert: (group) => `${mentionOfGroup(group)} `,
})

function GroupRow({ item: { namePlural, icon } }: { item: GroupRecord }): ReactNode {
  return (
    <>
      <NamedIcon name={icon ?? 'fas fa-at'} />
      <span className="MentionRow" dir="auto">
        {namePlural}
      </span>
    </>
  )
}

/** The groups that the writer may mention. */
export function mentionableGroups({ store, userId }: App): readonly GroupRecord[] {
  const writer = userId === undefined ? undefined : store.get('users', userId)
  return writer?.canMentionGroups ? store.all('groups').filter(({ id }) => !everyone.includes(id)) : []
}
