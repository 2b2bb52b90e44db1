import type { Expression, SqlBool } from 'kysely'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'

/**
 * A part of `filter[q]` that is a condition: another spelling of a filter. Its name stands before a colon and the
 * filter's value behind it (`author` for `author:name`), or is the whole part (`is:hidden`), in any case. A leading `-`
 * negates.
 */
export interface Gambit {
  /** Name of the filter. */
  filter: string
  /** Of a whole part: the value that the filter gets; empty unless said. */
  value?: string
  /** Whether a part is meant as a condition, given its value; otherwise it is text. */
  accepts?(value: string, context: Context): boolean
}

/** What is left of a search when its gambits are taken out. */
export interface TextRequest {
  /** Never empty. */
  text: string
  /** Conditions on rows of the resource's table that hold besides. */
  conditions: readonly Expression<SqlBool>[]
}

/** Rows that a text stands for. */
export interface TextMatches {
  /** A bounded number of ids. Rows that the actor may not see, or that miss a condition, may be among them unless ranked. */
  ids: readonly number[]
  /** Whether the ids are in the order of the answer, best first. Otherwise the list's own order holds. */
  isRanked: boolean
  /** The text with what was probably meant in place of words that nothing has. It finds something. */
  suggestion?: string
}

export type TextSearch = (request: TextRequest, context: Context) => Promise<TextMatches>

/** `filter[q]` of a list. */
export interface SearchDeclaration {
  gambits?: Readonly<Record<string, Gambit>>
  /** Finds rows by text. Where several are declared, each adds what it finds. */
  text?: TextSearch
}

/** What is declared about the search of one resource type. */
export interface Search {
  gambits: ReadonlyMap<string, Owned<Gambit>>
  texts: readonly TextSearch[]
}

/** Checks and combines the searches of one resource type; undefined when it has none. `filters` are its filters' names. */
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
  if (texts.length === 0) throw new ExtensionError(declared[0]?.owner ?? '', point, 'finds no text')
  return { gambits, texts }
}

function faultOf(gambit: Gambit, name: string, filters: ReadonlySet<string>): string | undefined {
  if (name.startsWith('-') || name !== name.toLowerCase() || /[\s"]/.test(name))
    return 'a name is in lower case, without spaces, quotes or a leading -'
  if (gambit.value !== undefined && !name.includes(':'))
    return 'has a value although its parts bring their own'
  return filters.has(gambit.filter) ? undefined : `there is no filter '${gambit.filter}'`
}
