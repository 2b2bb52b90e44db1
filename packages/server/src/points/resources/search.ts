import type { Expression, SqlBool } from 'kysely'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'

/**
 * A part of `filter[q]` that applies a filter. The name is followed by a colon and the filter's value (`author` for
 * `author:name`), or is the whole part (`is:hidden`), in upper or lower case. A leading `-` negates.
 */
export interface Gambit {
  /** Name of the filter. */
  filter: string
  /** For a name that is the whole part: the value for the filter; empty by default. */
  value?: string
  /** Whether a part with this value applies the filter; otherwise it is text. */
  accepts?(value: string, context: Context): boolean
  /** Which of the names in a value name nothing. Asked when a search finds nothing, for `meta.unknown`. */
  unknownNames?(value: string, context: Context): Promise<string[]>
}

/** The search for the text that remains without the gambits. */
export interface TextRequest {
  /** Never empty. */
  text: string
  /** Further conditions on rows of the resource's table. */
  conditions: readonly Expression<SqlBool>[]
}

/** The rows that match a text. */
export interface TextMatches {
  /** A bounded number of ids. Unless ranked, they may include rows that are invisible or violate a condition. */
  ids: readonly number[]
  /** Whether the ids are in the order of the answer, best first. Otherwise the list has its own order. */
  isRanked: boolean
  /** Whether rows beyond the bounded number may match, too. */
  hasMore?: boolean
  /** The text with corrections of words that match no row. It matches some rows. */
  suggestion?: string
}

export type TextSearch = (request: TextRequest, context: Context) => Promise<TextMatches>

/** The declaration of a list's `filter[q]`. */
export interface SearchDeclaration {
  gambits?: Readonly<Record<string, Gambit>>
  /** Finds rows by text. The matches of several declarations are combined. */
  text?: TextSearch
}

/** The combined search of one resource type. */
export interface Search {
  gambits: ReadonlyMap<string, Owned<Gambit>>
  texts: readonly TextSearch[]
}

/** Checks and combines the searches of one resource type; undefined without any. `filters` are the names of its filters. */
export function combineSearch(
  type: string,
  declared: readonly Declared<SearchDeclaration | undefined>[],
  filters: ReadonlySet<string>,
): Search | undefined {
  if (!declared.some(({ section }) => section)) return undefined
  const point = `resources › ${type} › search`
  const gambits = mergeRecords(
    `${point} › gambits`,
    declared.map(({ owner, section }) => ({ owner, section: section?.gambits })),
    (gambit, name) => faultOf(gambit, name, filters),
  )
  const texts = declared.flatMap(({ section }) => section?.text ?? [])
  if (texts.length === 0) throw new ExtensionError(declared[0]?.owner ?? '', point, 'has no text search')
  return { gambits, texts }
}

function faultOf(gambit: Gambit, name: string, filters: ReadonlySet<string>): string | undefined {
  if (name.startsWith('-') || name !== name.toLowerCase() || /[\s"]/.test(name))
    return 'a name is in lower case, without spaces, quotes or a leading -'
  if (gambit.value !== undefined && !name.includes(':'))
    return 'has a fixed value, but its name takes one from the search'
  return filters.has(gambit.filter) ? undefined : `there is no filter '${gambit.filter}'`
}
