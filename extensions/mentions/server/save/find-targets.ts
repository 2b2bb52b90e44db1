import { type Context, isVisible } from '@parley/server'
import type { MarkupReference } from '@parley/shared/markup'
import { sql } from 'kysely'
import { mostTargets, type StoredMentions, userIdsOf } from '../stored-mentions.ts'
import { tagsIn } from '../tag-service.ts'

/** Everyone and members: they are no groups that one could tell something. */
export const builtIn: readonly number[] = [2, 3]

/**
 * Looks up what references mention, for the actor: any user, posts, groups and tags that they see, groups only with the
 * permission. What the text mentioned before (`known`) it still mentions, also if this actor could not add it.
 */
export async function findTargets(
  references: readonly MarkupReference[],
  known: StoredMentions,
  context: Context,
): Promise<StoredMentions> {
  const ofKind = (kind: string) => references.filter(({ reference }) => reference === kind)
  const ids = (kind: string) => firstOf(ofKind(kind).flatMap(({ id }) => (id === '' ? [] : Number(id))))
  const names = firstOf(ofKind('userMention').flatMap(({ details }) => details?.username ?? []))
  const slugs = firstOf(ofKind('tagMention').map(({ id }) => id))
  return {
    names: await findNames(names, known.names, context),
    users: await findUsers(ids('userMention'), known, context),
    posts: await visible('posts', ids('postMention'), known.posts, context),
    groups: await findGroups(ids('groupMention'), known.groups, context),
    tags: pick(slugs, known.tags, tagsIn(context)?.find(slugs, context) ?? new Map()),
  }
}

function firstOf<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)].slice(0, mostTargets)
}

/** The values of keys: the known ones, else the found ones. */
function pick<Value>(
  keys: readonly string[],
  known: ReadonlyMap<string, Value>,
  found: ReadonlyMap<string, Value>,
): Map<string, Value> {
  return new Map(
    keys.flatMap((key) => {
      const value = known.get(key) ?? found.get(key)
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
}

async function findNames(
  names: readonly string[],
  known: ReadonlyMap<string, number>,
  { db, forum }: Context,
): Promise<ReadonlyMap<string, number>> {
  const missing = names.filter((name) => !known.has(name))
  const isAllowed = forum.settings.get('flarum-mentions.allow_username_format')
  if (!isAllowed || missing.length === 0) return pick(names, known, new Map())
  const users = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(
      sql<string>`lower(username)`,
      'in',
      missing.map((name) => name.toLowerCase()),
    )
    .where('deleted_at', 'is', null)
    .execute()
  return pick(names, known, new Map(users.map(({ id, username }) => [username, id])))
}

/** Users by id. Those whom the text mentioned before stay, also if they are deleted. */
async function findUsers(
  ids: readonly number[],
  known: StoredMentions,
  { db, forum }: Context,
): Promise<ReadonlySet<number>> {
  const found = new Set(userIdsOf(known))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) {
    const users = await db
      .selectFrom('users')
      .select('id')
      .where((eb) => forum.database.dialect.idIn(eb.ref('id'), missing))
      .where('deleted_at', 'is', null)
      .execute()
    for (const { id } of users) found.add(id)
  }
  return new Set(ids.filter((id) => found.has(id)))
}

async function findGroups(
  ids: readonly number[],
  known: ReadonlySet<number>,
  context: Context,
): Promise<ReadonlySet<number>> {
  const mayMention = context.actor.can('mentionGroups')
  const open = ids.filter((id) => known.has(id) || (mayMention && !builtIn.includes(id)))
  return visible('groups', open, known, context)
}

/** Those of some ids that are known or that the actor sees. */
async function visible(
  type: 'posts' | 'groups',
  ids: readonly number[],
  known: ReadonlySet<number>,
  context: Context,
): Promise<ReadonlySet<number>> {
  const missing = ids.filter((id) => !known.has(id))
  const rows =
    missing.length === 0
      ? []
      : await context.db
          .selectFrom(type)
          .select(`${type}.id`)
          .where((eb) => context.forum.database.dialect.idIn(eb.ref(`${type}.id`), missing))
          .where(isVisible(context, type))
          .execute()
  const found = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => known.has(id) || found.has(id)))
}
