import { spellOut } from '@parley/shared/words'
import { type Expression, expressionBuilder, sql } from 'kysely'
import { isVisible } from '../../engine/jsonapi/rows.ts'
import type { Tables } from '../../infrastructure/db/tables.ts'
import type { Context, Forum } from '../../points/context/context.ts'
import type { TextMatches, TextRequest } from '../../points/resources/search.ts'
import { foldedUsername } from './find.ts'
import { fold, highestCharacter } from './folding.ts'

/** Maximum number of names that a search reads, in alphabetical order. */
const maximumNames = 2000

const eb = expressionBuilder<Tables, keyof Tables>()

interface FoundName {
  id: number
  /** Folded. */
  name: string
  /** As its owner writes it. */
  written: string
}

/**
 * Users whose username, or name of a kind that is searched, begins with a text, ignoring case and accents, also with `ue`
 * for `ü` and the like. An exact match comes first, a username before others. As in SQL, `%` stands for any characters and `_` for any single one (api-core 4.13).
 */
export async function usersByBeginning(request: TextRequest, context: Context): Promise<TextMatches> {
  const { text } = request
  const prefix = fold(text)
  const [literalPrefix = ''] = prefix.split(/[%_]/, 1)
  const names = await namesWithPrefix(prefix, context)
  const found = [...names, ...(await spelledOutNames(text, context))]
  const exactMatch = names.find(({ name }) => name === prefix)
  if (exactMatch) return rankExactMatch(exactMatch.id, found, request, context)
  const ids = found.map(({ id }) => id)
  if (literalPrefix === prefix) return { ids, isRanked: false }
  const more = (await namesWithPrefix(literalPrefix, context)).filter(({ name }) =>
    isLike(name, `${prefix}%`),
  )
  return { ids: [...ids, ...more.map(({ id }) => id)], isRanked: false }
}

/** Names with two letters in place of an umlaut in the text, and the other way round. */
async function spelledOutNames(text: string, context: Context): Promise<FoundName[]> {
  const spelledOut = fold(spellOut(text))
  const names = spelledOut === fold(text) ? [] : await namesWithPrefix(spelledOut, context)
  const shortened = spelledOut.replace(/(?<=[aou])e|(?<=a)a/g, '')
  if (shortened === spelledOut) return names
  const others = await namesWithPrefix(shortened, context)
  const matchesSpelling = ({ written }: FoundName) => {
    const other = spellOut(written)
    return other !== written && fold(other).startsWith(spelledOut)
  }
  return [...names, ...others.filter(matchesSpelling)]
}

/** Visible matches in the order of their ids, the exact match first. */
async function rankExactMatch(
  id: number,
  found: readonly FoundName[],
  { conditions }: TextRequest,
  context: Context,
): Promise<TextMatches> {
  const { db, forum } = context
  const ids = found.map((name) => name.id)
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where(forum.database.dialect.idIn(eb.ref('users.id'), ids))
    .where(isVisible(context, 'users'))
    .where(eb.and([...conditions]))
    .orderBy('users.id')
    .execute()
  const visibleIds = rows.map((row) => row.id)
  return {
    ids: visibleIds.includes(id) ? [id, ...visibleIds.filter((other) => other !== id)] : visibleIds,
    isRanked: true,
  }
}

/** One query, whatever the number of columns: usernames come first. */
async function namesWithPrefix(prefix: string, { db, forum }: Context): Promise<FoundName[]> {
  const [usernames, ...others] = searchedColumns(forum).map(({ folded, written }, place) =>
    db
      .selectFrom('users')
      .select([
        'users.id',
        sql<string>`${written}`.as('written'),
        sql<string>`${folded}`.as('name'),
        eb.lit(place).as('place'),
      ])
      .where(folded, '>=', prefix)
      .where(folded, '<', prefix + highestCharacter)
      .orderBy(folded)
      .limit(maximumNames),
  )
  if (!usernames || others.length === 0) return usernames?.execute() ?? []
  const found = await others
    .reduce(
      (all, next) => all.unionAll(db.selectFrom(next.as('found')).selectAll()),
      db.selectFrom(usernames.as('found')).selectAll(),
    )
    .execute()
  return found.sort((one, other) => one.place - other.place)
}

/** The columns with usernames, and those of the display names that are searched. */
function searchedColumns({ points }: Forum): { folded: Expression<string>; written: Expression<string> }[] {
  const column = (name: string) => eb.ref(`users.${name}` as 'users.username')
  return [
    { folded: foldedUsername, written: column('username') },
    ...[...points.displayNames.values()].flatMap(({ searched }) =>
      searched ? { folded: column(searched.folded), written: column(searched.written) } : [],
    ),
  ]
}

/** SQL's `like`. A regular expression could take exponential time for some patterns. */
function isLike(name: string, pattern: string): boolean {
  let [patternIndex, retryNameIndex, wildcardIndex] = [0, 0, -1]
  for (let nameIndex = 0; nameIndex < name.length; ) {
    if (pattern[patternIndex] === '%') {
      wildcardIndex = patternIndex++
      retryNameIndex = nameIndex
    } else if (pattern[patternIndex] === '_' || pattern[patternIndex] === name[nameIndex]) {
      patternIndex++
      nameIndex++
    } else if (wildcardIndex >= 0) {
      patternIndex = wildcardIndex + 1
      nameIndex = ++retryNameIndex
    } else return false
  }
  return /^%*$/.test(pattern.slice(patternIndex))
}
