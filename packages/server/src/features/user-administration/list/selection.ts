import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { complementOf } from '../../../engine/jsonapi/lists/conditions.ts'
import { isRecord } from '../../../engine/jsonapi/query.ts'
import { isVisible } from '../../../engine/jsonapi/rows.ts'
import type { Tables } from '../../../infrastructure/db/tables.ts'
import { invalidParameter, permissionDenied, validationError } from '../../../infrastructure/errors.ts'
import { problemsOf } from '../../../infrastructure/schema/problems.ts'
import { text } from '../../../infrastructure/schema/values.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import type { UserListFilter } from '../../../points/resources/user-list.ts'
import { foldedEmail, foldedUsername } from '../../users/find.ts'
import { fold, highestCharacter } from '../../users/folding.ts'
import type { Range } from './walk.ts'

/** Users that a search and filters select. */
export interface Selection {
  /** The names and addresses that the search finds; undefined without a search. */
  found: readonly Searched[] | undefined
  filters: readonly SelectedFilter[]
}

/** A range that a search reads. */
type Searched = Range & Required<Pick<Range, 'within'>>

interface SelectedFilter {
  filter: UserListFilter
  value: unknown
}

/** More matches than this are not collected before a list is sorted. */
const maximumCandidates = 2000

const eb = expressionBuilder<Tables, 'users'>()
const searchText = text({ required: false, max: 150 })

/** Reads `filter[…]`. Throws 400 for an unknown filter, 403 for one that the actor may not use, 422 for a wrong value. */
export function readSelection(raw: unknown, context: Context): Selection {
  const { q, ...others } = isRecord(raw) ? raw : {}
  const filters = Object.entries(others).map(([name, sent]) => {
    const filter = context.forum.points.userList.filters.get(name)
    if (!filter) throw invalidParameter()
    if (filter.allowed?.(context) === false) throw permissionDenied()
    return { filter, value: readValue(filter.schema, name, sent, context) }
  })
  const searched = fold((readValue(searchText, 'q', q, context) as string).trim())
  return { filters, found: searched === '' ? undefined : rangesOf(searched, context) }
}

function readValue(schema: UserListFilter['schema'], name: string, sent: unknown, context: Context): unknown {
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  throw validationError({ problems: problemsOf(parsed.error, name, translatorOf(context)) })
}

/** Usernames that begin with a text, then other names, then addresses that the actor may see. */
function rangesOf(prefix: string, context: Context): Searched[] {
  const between = (key: Expression<string>) =>
    eb.and([eb(key, '>=', prefix), eb(key, '<', prefix + highestCharacter)])
  const names = context.forum.points.userList.names.map((name) => ({
    key: eb.ref(`users.${name}` as 'users.username'),
    within: between(eb.ref(`users.${name}` as 'users.username')),
  }))
  const ranges: Searched[] = [
    { key: foldedUsername, isUnique: true, within: between(foldedUsername) },
    ...names,
    ...(context.actor.hasPermission('user.editCredentials')
      ? [{ key: foldedEmail, isUnique: true, within: eb.and([between(foldedEmail), isReached(context)]) }]
      : []),
  ]
  return ranges.map((range, place) => {
    const before = ranges.slice(0, place).map(({ within }) => within)
    return before.length === 0 ? range : { ...range, except: complementOf(eb.or(before)) }
  })
}

/** `reaches` as a condition: the actor has every group of the user. */
function isReached({ actor }: Context): Expression<SqlBool> {
  if (actor.isAdmin) return eb.lit(true)
  const foreign = eb
    .selectFrom('group_user')
    .select('group_user.user_id')
    .whereRef('group_user.user_id', '=', 'users.id')
    .where('group_user.group_id', 'not in', [...actor.groupIds])
  return eb.not(eb.exists(foreign))
}

/** The conditions on users that the actor sees and the filters select; with the search, unless the list goes through it. */
export function conditionsOf(
  { found, filters }: Selection,
  context: Context,
  { withSearch }: { withSearch: boolean },
): Expression<SqlBool>[] {
  return [
    isVisible(context, 'users'),
    ...filters.map(({ filter, value }) => filter.where(eb, value, context)),
    ...(withSearch && found ? [eb.or(found.map(({ within }) => within))] : []),
  ]
}

/** The conditions of filters that depend on the column of a sort alone. */
export function conditionsOn(sort: string, { filters }: Selection, context: Context): Expression<SqlBool>[] {
  return filters.flatMap(({ filter, value }) =>
    filter.narrows === sort ? [filter.where(eb, value, context)] : [],
  )
}

/**
 * Returns the ids of all users that one of the filters selects, if they are few enough to be collected: the other
 * conditions choose among them. Undefined if every filter selects many.
 */
export async function candidatesOf(
  { found, filters }: Selection,
  context: Context,
  { withSearch }: { withSearch: boolean },
): Promise<readonly number[] | undefined> {
  for (const { filter, value } of filters) {
    const ids = await filter.find?.(value, context, maximumCandidates)
    if (ids && ids.length <= maximumCandidates) return ids
  }
  return withSearch && found ? searchedIds(found, context) : undefined
}

async function searchedIds(
  found: readonly Searched[],
  { db }: Context,
): Promise<readonly number[] | undefined> {
  const ids = new Set<number>()
  for (const { within } of found) {
    const limit = maximumCandidates + 1
    const rows = await db.selectFrom('users').select('users.id').where(within).limit(limit).execute()
    for (const { id } of rows) ids.add(id)
    if (ids.size > maximumCandidates) return undefined
  }
  return [...ids]
}
