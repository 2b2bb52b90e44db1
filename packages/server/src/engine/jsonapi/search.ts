import { splitSearch } from '@parley/shared/search-text'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { invalidParameter, tooManyRequests } from '../../infrastructure/errors.ts'
import { addressKey } from '../../infrastructure/limits/rate-limits.ts'
import type { Context } from '../../points/context/context.ts'
import type { Resource } from '../../points/resources/resources.ts'
import type { Search, TextMatches } from '../../points/resources/search.ts'
import { complementOf, filterCondition, idIn } from './conditions.ts'
import { readText } from './filter-values.ts'

/** More conditions than this make no sense, and in the end no statement. */
const maximumConditions = 50

/** What a request with `filter[q]` lists. */
export interface SearchResult {
  /** What holds for every row. */
  conditions: readonly Expression<SqlBool>[]
  /** Ids of visible rows that the conditions hold for, best first; undefined when the list's own order holds. */
  ranked: readonly number[] | undefined
  /** What to put into `q` instead, where something else was probably meant. */
  suggestion?: string | undefined
}

/**
 * The search that a request asks for; undefined when it is none. Only `q` counts then, other filters do not (api-core
 * 4.13). 400 for far too many conditions, 429 for far too many texts.
 */
export async function runSearch(
  context: Context,
  resource: Resource,
  filters: ReadonlyMap<string, unknown>,
): Promise<SearchResult | undefined> {
  const { search } = resource
  if (!search || !filters.has('q')) return undefined
  const { conditions, text, gambits } = readParts(context, resource, search, filters.get('q'))
  if (text === '') return { conditions, ranked: undefined }
  await countSearch(context, resource)
  const found = []
  for (const find of search.texts) found.push(await find({ text, conditions }, context))
  const ids = [...new Set(found.flatMap((matches) => matches.ids))]
  return {
    conditions: [...conditions, idIn(context, resource, ids)],
    ranked: found.every(({ isRanked }) => isRanked) ? ids : undefined,
    suggestion: suggestionOf(found, gambits),
  }
}

/** A suggested text with the gambits that stood beside it. */
function suggestionOf(found: readonly TextMatches[], gambits: readonly string[]): string | undefined {
  const suggestion = found.map((matches) => matches.suggestion).find((text) => text !== undefined)
  if (suggestion === undefined) return undefined
  return [
    ...gambits.map((part) => (/\s/.test(part) && !part.includes('"') ? `"${part}"` : part)),
    suggestion,
  ].join(' ')
}

/** Members are counted by their account, guests by their address; each kind of thing on its own. */
async function countSearch({ actor, client, forum }: Context, { type }: Resource): Promise<void> {
  if (!client || client.hasApiKey || actor.isAdmin) return
  const wait = actor.isGuest
    ? await forum.rateLimits.take('searchesPerAddress', `${type} ${addressKey(client.ip)}`)
    : await forum.rateLimits.take('searchesPerAccount', `${type} ${actor.id}`)
  if (wait !== undefined) throw tooManyRequests(wait)
}

function readParts(context: Context, resource: Resource, search: Search, raw: unknown) {
  const always = resource.endpoints.index?.where?.(expressionBuilder<Tables, keyof Tables>(), context)
  const conditions: Expression<SqlBool>[] = always ? [always] : []
  const rest: string[] = []
  const gambits: string[] = []
  for (const part of splitSearch(readText(raw, 'q', context))) {
    const isNegated = part.startsWith('-')
    const meant = meaningOf(isNegated ? part.slice(1) : part, search, context)
    if (!meant) {
      rest.push(part)
      continue
    }
    gambits.push(part)
    const condition = filterCondition(context, resource, meant.filter, meant.value)
    if (condition) conditions.push(isNegated ? complementOf(condition) : condition)
    if (conditions.length > maximumConditions) throw invalidParameter()
  }
  return { conditions, text: rest.join(' '), gambits }
}

/** The filter that a part is a spelling of, and its value. */
function meaningOf(
  part: string,
  { gambits }: Search,
  context: Context,
): { filter: string; value: string } | undefined {
  const whole = part.includes(':') ? gambits.get(part.toLowerCase()) : undefined
  const colon = part.indexOf(':')
  const gambit = whole ?? gambits.get(part.slice(0, Math.max(0, colon)).toLowerCase())
  const value = whole ? (whole.value ?? '') : part.slice(colon + 1)
  if (!gambit || (!whole && value === '') || gambit.accepts?.(value, context) === false) return undefined
  return { filter: gambit.filter, value }
}
