import type { Context } from '../context.ts'
import type { TextMatches } from '../points/search.ts'
import { foldedUsername } from './find.ts'
import { fold } from './folding.ts'

/** Names that are looked at, in alphabetical order. */
const maximumNames = 2000
const highest = '\u{10ffff}'

/**
 * Users whose name begins with a text, in any case and with or without accents. As the contract has it, `%` also stands for any characters and `_`
 * for any one (api-core 4.13).
 */
export async function usersByBeginning(text: string, context: Context): Promise<TextMatches> {
  const beginning = fold(text)
  const [plain = ''] = beginning.split(/[%_]/, 1)
  const ids = (await namesFrom(beginning, context)).map(({ id }) => id)
  if (plain === beginning) return { ids, isRanked: false }
  const more = (await namesFrom(plain, context)).filter(({ name }) => isLike(name, `${beginning}%`))
  return { ids: [...ids, ...more.map(({ id }) => id)], isRanked: false }
}

function namesFrom(beginning: string, { db }: Context): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['users.id', foldedUsername.as('name')])
    .where(foldedUsername, '>=', beginning)
    .where(foldedUsername, '<', beginning + highest)
    .orderBy(foldedUsername)
    .limit(maximumNames)
    .execute()
}

/** `like` of SQL. Not a regular expression: some patterns would keep one busy for years. */
function isLike(name: string, pattern: string): boolean {
  let [place, from, retry] = [0, 0, -1]
  for (let at = 0; at < name.length; ) {
    if (pattern[place] === '%') {
      retry = place++
      from = at
    } else if (pattern[place] === '_' || pattern[place] === name[at]) {
      place++
      at++
    } else if (retry >= 0) {
      place = retry + 1
      at = ++from
    } else return false
  }
  return /^%*$/.test(pattern.slice(place))
}
