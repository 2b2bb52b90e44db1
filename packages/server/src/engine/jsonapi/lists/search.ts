import type { BoundedCount } from '@parley/shared'
import { splitSearch } from '@parley/shared/search-text'
import type { Expression, SqlBool } from 'kysely'
import { invalidParameter } from '../../../infrastructure/errors.ts'
import { addressKey } from '../../../infrastructure/limits/rate-limits.ts'
import { RequestCache } from '../../../infrastructure/request-cache.ts'
import type { Context } from '../../../points/context/context.ts'
import { countAction } from '../../../points/requests/rate-limits.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import type { Gambit, Search, TextMatches } from '../../../points/resources/search.ts'
import { filterCondition, idIn, listConditions, negatedCondition } from './conditions.ts'
import { boundCount } from './counts.ts'
import { readText } from './filter-values.ts'

/** Searches with more conditions are refused: no reader needs them, and databases limit statements. */
const maximumConditions = 50

/** The result of `filter[q]`. */
export interface SearchResult {
  /** Conditions that listed rows satisfy. */
  conditions: readonly Expression<SqlBool>[]
  /** The filters of gambits that are not negated, with their raw values. */
  filters: ReadonlyMap<string, unknown>
  /** Ids of visible rows that satisfy the conditions, best first; undefined if the list keeps its own order. */
  ranked: readonly number[] | undefined
  /** A value for `q` instead, if the searched one is probably misspelt. */
  suggestion?: string | undefined
  /** The names in gambits that name nothing, by filter; undefined without any. */
  findUnknown: () => Promise<Record<string, string[]> | undefined>
  /** How many rows a search for a text found, up to a limit. */
  count?: BoundedCount
}

/** The searches of a request, by type and `q`: the list and the totals of one page share theirs. */
const searches = new RequestCache<Map<string, Promise<SearchResult>>>()

/**
 * Runs the search that a request asks for, once per page; undefined for requests without `q`. With `q` other filters are
 * ignored (api-core 4.13). @throws 400 for too many conditions, 429 for too many searches.
 */
export async function runSearch(
  context: Context,
  resource: Resource,
  filters: ReadonlyMap<string, unknown>,
): Promise<SearchResult | undefined> {
  const { search } = resource
  if (!search || !filters.has('q')) return undefined
  const known = searches.get(context) ?? new Map<string, Promise<SearchResult>>()
  searches.set(context, known)
  const key = JSON.stringify([resource.type, filters.get('q')])
  const result = known.get(key) ?? findMatches(context, resource, search, filters.get('q'))
  known.set(key, result)
  return result
}

async function findMatches(
  context: Context,
  resource: Resource,
  search: Search,
  raw: unknown,
): Promise<SearchResult> {
  const { conditions, filters, text, gambits, named } = parseSearch(context, resource, search, raw)
  const findUnknown = () => findUnknownNames(named, context)
  if (text === '') return { conditions, filters, ranked: undefined, findUnknown }
  await limitRate(context, resource)
  const found: TextMatches[] = []
  for (const find of search.texts) found.push(await find({ text, conditions }, context))
  const ids = [...new Set(found.flatMap((matches) => matches.ids))]
  const isRanked = found.every((matches) => matches.isRanked)
  const hasMore = found.some((matches) => matches.hasMore)
  return {
    conditions: [...conditions, idIn(context, resource, ids)],
    filters,
    findUnknown,
    ranked: isRanked ? ids : undefined,
    suggestion: suggestionOf(found, gambits),
    ...(isRanked && { count: boundCount(ids.length, hasMore) }),
  }
}

async function findUnknownNames(
  named: readonly ParsedGambit[],
  context: Context,
): Promise<Record<string, string[]> | undefined> {
  const unknown: Record<string, string[]> = {}
  for (const { gambit, filter, value } of named) {
    const names = (await gambit.unknownNames?.(value, context)) ?? []
    if (names.length > 0) unknown[filter] = [...(unknown[filter] ?? []), ...names]
  }
  return Object.keys(unknown).length > 0 ? unknown : undefined
}

/** The suggested text together with the gambits of the search. */
function suggestionOf(found: readonly TextMatches[], gambits: readonly string[]): string | undefined {
  const suggestion = found.map((matches) => matches.suggestion).find((text) => text !== undefined)
  if (suggestion === undefined) return undefined
  return [
    ...gambits.map((part) => (/\s/.test(part) && !part.includes('"') ? `"${part}"` : part)),
    suggestion,
  ].join(' ')
}

/** Limits the searches of one type: of members by account, of guests by address. @throws 429. */
async function limitRate(context: Context, { type }: Resource): Promise<void> {
  const { actor, client } = context
  if (!client || actor.isAdmin) return
  if (actor.isGuest) await countAction(context, 'searchesPerAddress', `${type} ${addressKey(client.ip)}`)
  else await countAction(context, 'searchesPerAccount', `${type} ${actor.id}`)
}

function parseSearch(context: Context, resource: Resource, search: Search, raw: unknown) {
  const conditions: Expression<SqlBool>[] = []
  const names = ['q']
  const rest: string[] = []
  const gambits: string[] = []
  const filters = new Map<string, unknown>()
  const named: ParsedGambit[] = []
  for (const part of splitSearch(readText(raw, 'q', context))) {
    const isNegated = part.startsWith('-')
    const gambit = parseGambit(isNegated ? part.slice(1) : part, search, context)
    if (!gambit) {
      rest.push(part)
      continue
    }
    gambits.push(part)
    names.push(isNegated ? `-${gambit.filter}` : gambit.filter)
    if (!isNegated) {
      filters.set(gambit.filter, gambit.value)
      named.push(gambit)
    }
    const conditionOf = isNegated ? negatedCondition : filterCondition
    const condition = conditionOf(context, resource, gambit.filter, gambit.value)
    if (condition) conditions.push(condition)
    if (conditions.length > maximumConditions) throw invalidParameter()
  }
  conditions.push(...listConditions(context, resource, names))
  return { conditions, filters, text: rest.join(' '), gambits, named }
}

interface ParsedGambit {
  gambit: Gambit
  filter: string
  value: string
}

/** Parses a gambit to its filter and value; undefined for a part that is text. */
function parseGambit(part: string, { gambits }: Search, context: Context): ParsedGambit | undefined {
  const fixedGambit = part.includes(':') ? gambits.get(part.toLowerCase()) : undefined
  const colon = part.indexOf(':')
  const gambit = fixedGambit ?? gambits.get(part.slice(0, Math.max(0, colon)).toLowerCase())
  const value = fixedGambit ? (fixedGambit.value ?? '') : part.slice(colon + 1)
  if (!gambit || (!fixedGambit && value === '') || gambit.accepts?.(value, context) === false)
    return undefined
  return { gambit, filter: gambit.filter, value }
}
