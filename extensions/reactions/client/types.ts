import { type App, type StoreRecord, useApp, useForum, useRecords } from '@parley/client'
import { useMemo } from 'react'

/** A type of reactions in the store. */
export type ReactionType = StoreRecord<'reactions'>

const idsIn = (forum: App['forum']) => {
  const linkage = forum.relationships.reactions
  return Array.isArray(linkage) ? linkage.map(({ id }) => id) : []
}

/** All types of reactions in their order. */
export function useTypes(): readonly ReactionType[] {
  const forum = useForum()
  const ids = useMemo(() => idsIn(forum), [forum])
  const types = useRecords('reactions', ids)
  return useMemo(() => types.toSorted((one, other) => one.position - other.position), [types])
}

const translated = ['thumbsup', 'thumbsdown', 'laughing', 'confused', 'heart', 'tada']

/** What a type is called: the name that administrators gave it, else that of its emoji. */
export function nameOf(
  { display, identifier }: Pick<ReactionType, 'display' | 'identifier'>,
  t: App['t'],
): string {
  if (display) return display
  return translated.includes(identifier)
    ? t(`reactions.forum.names.${identifier}`)
    : identifier.replaceAll(/[_-]+/g, ' ').trim() || identifier
}

/** `nameOf` in the reader's language. */
export function useNameOf(): (type: Pick<ReactionType, 'display' | 'identifier'>) => string {
  const { t } = useApp()
  return (type) => nameOf(type, t)
}
