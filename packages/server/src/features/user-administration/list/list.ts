import type { ResourceObject, UserListDocument } from '@parley/shared'
import { expressionBuilder } from 'kysely'
import { pageLinks } from '../../../engine/jsonapi/links.ts'
import { readCursor, writeCursor } from '../../../engine/jsonapi/lists/order.ts'
import { includeTree, type PageQuery, parsePage, type Query } from '../../../engine/jsonapi/query.ts'
import { resourceOf } from '../../../engine/jsonapi/rows.ts'
import { serialize } from '../../../engine/jsonapi/serialize.ts'
import type { Tables } from '../../../infrastructure/db/tables.ts'
import { invalidParameter } from '../../../infrastructure/errors.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import type { UserListSort } from '../../../points/resources/user-list.ts'
import { foldedUsername } from '../../users/find.ts'
import type { UserRow } from '../../users/table.ts'
import { showMasks } from './mask.ts'
import { candidatesOf, conditionsOf, conditionsOn, readSelection, type Selection } from './selection.ts'
import { type Position, type Range, walk } from './walk.ts'

/** The path of the list, below the base URL. */
export const userListPath = '/api/admin/users'

const eb = expressionBuilder<Tables, 'users'>()
const includes = includeTree(['groups'])

/** An order of the list. */
interface Sort {
  name: string
  descending: boolean
}

const defaultSort: Sort = { name: 'joinedAt', descending: true }
const usernameLabels = {
  ascending: 'core.admin.users.filters.sort.username',
  descending: 'core.admin.users.filters.sort.username_descending',
}

/** A page of users. */
interface FoundUsers {
  rows: UserRow[]
  page: PageQuery
  /** The cursor of the next page; undefined at the end. */
  cursor: string | undefined
}

/**
 * Finds a page of the users that `filter[…]` selects. A search has its own order, by name. A page may be short, or empty,
 * although a cursor leads on. Throws 400, 403 or 422 for parameters that it refuses.
 */
export async function findUsers(query: Query, context: Context): Promise<FoundUsers> {
  const resource = resourceOf(context, 'users')
  const selection = readSelection(query.filter, context)
  const sort = selection.found ? undefined : readSort(query.sort, context)
  const page = parsePage(query.page)
  if (page.offset > 0) throw invalidParameter()
  const order = [{ name: sort ? sort.name : 'search', descending: sort?.descending ?? false }]
  const after = page.after ? readCursor(context, resource, order, page.after) : undefined
  const { rows, next } = await walk(context, {
    ranges: sort ? rangesOf(sort, selection, context) : (selection.found ?? []),
    conditions: conditionsOf(selection, context, { withSearch: false }),
    candidates: await candidatesOf(selection, context, { withSearch: false }),
    after: after as Position | undefined,
    limit: page.limit,
  })
  return { rows, page, cursor: next && writeCursor(context, resource, order, [...next]) }
}

/** Answers a page of users without their addresses: those that the actor may see are masked. */
export async function listUsers(query: Query, context: Context): Promise<UserListDocument> {
  const { rows, page, cursor } = await findUsers(query, context)
  showMasks(context)
  const resource = resourceOf(context, 'users')
  const { data, included } = await serialize(context, { resource, rows, form: 'full' }, includes)
  const links = pageLinks({
    url: `${context.forum.baseUrl}${userListPath}`,
    query,
    page: { ...page, after: page.after ?? '' },
    offset: 0,
    hasMore: cursor !== undefined,
    cursor,
  })
  const shown = data.map((user) => withoutAddress(user, context))
  return { links, data: shown, ...(included.length > 0 && { included }), meta: offeredTo(context) }
}

/** The filters that the actor may use, and the entries of the menu of orders. */
function offeredTo(context: Context): UserListDocument['meta'] {
  const { filters, sorts } = context.forum.points.userList
  const t = translatorOf(context)
  const entriesOf = (name: string, { ascending, descending }: NonNullable<UserListSort['labels']>) => [
    ...(ascending === undefined ? [] : [{ sort: name, label: t(ascending) }]),
    ...(descending === undefined ? [] : [{ sort: `-${name}`, label: t(descending) }]),
  ]
  return {
    filters: allowedIn(filters, context).map(([name]) => name),
    sorts: [
      ...entriesOf('username', usernameLabels),
      ...allowedIn(sorts, context).flatMap(([name, { labels = {} }]) => entriesOf(name, labels)),
    ],
  }
}

function allowedIn<Part extends Pick<UserListSort, 'allowed'>>(
  parts: ReadonlyMap<string, Part>,
  context: Context,
): (readonly [name: string, part: Part])[] {
  return [...parts].filter(([, part]) => part.allowed?.(context) !== false)
}

/** Leaves out the address of another user; `POST …/:id/show-email` shows it. */
function withoutAddress(user: ResourceObject, { actor }: Context): ResourceObject {
  if (user.id === String(actor.id)) return user
  const { email: _, ...attributes } = user.attributes ?? {}
  return { ...user, attributes }
}

function readSort(raw: unknown, context: Context): Sort {
  if (raw === undefined || raw === '') return defaultSort
  if (typeof raw !== 'string') throw invalidParameter()
  const descending = raw.startsWith('-')
  const name = descending ? raw.slice(1) : raw
  const sort = context.forum.points.userList.sorts.get(name)
  if (name !== 'username' && (!sort || sort.allowed?.(context) === false)) throw invalidParameter()
  return { name, descending }
}

/** The parts of the index of a sort; users of whom nothing is known come first, and last in descending order. */
function rangesOf({ name, descending }: Sort, selection: Selection, context: Context): Range[] {
  if (name === 'username') return [{ key: foldedUsername, isUnique: true, descending }]
  const { column = 'id', nullable = false } = context.forum.points.userList.sorts.get(name) ?? {}
  const key = eb.ref(`users.${column}` as 'users.joined_at')
  const narrowed = conditionsOn(name, selection, context)
  const known: Range = {
    key,
    descending,
    ...(narrowed.length > 0 && { within: eb.and(narrowed) }),
  }
  if (!nullable) return [known]
  const isKnown = eb(key, 'is not', null)
  const ranges: Range[] = [
    { key, descending, nulls: 'unknown', within: eb.and([eb(key, 'is', null), ...narrowed]) },
    { ...known, nulls: 'known', within: eb.and([isKnown, ...narrowed]) },
  ]
  return descending ? ranges.reverse() : ranges
}
