import { spellOut } from '@parley/shared/words'
import { expressionBuilder } from 'kysely'
import { isVisible } from '../../engine/jsonapi/rows.ts'
import type { Tables } from '../../infrastructure/db/tables.ts'
import type { Context } from '../../points/context/context.ts'
import type { TextMatches, TextRequest } from '../../points/resources/search.ts'
import { foldedUsername } from './find.ts'
import { fold } from './folding.ts'

/** Names that are looked at, in alphabetical order. */
const maximumNames = 2000
const highest = '\u{10ffff}'

const eb = expressionBuilder<Tables, keyof Tables>()

interface FoundName {
  id: number
  name: string
  username: string
}

/**
 * Users whose name begins with a text, in any case and with or without accents, or with `ue` for `ü` and the like. Who
 * has the text for a whole name comes first. As the contract has it, `%` also stands for any characters and `_` for any
 * one (api-core 4.13).
 */
export async function usersByBeginning(request: TextRequest, context: Context): Promise<TextMatches> {
  const { text } = request
  const beginning = fold(text)
  const [plain = ''] = beginning.split(/[%_]/, 1)
  const names = await namesFrom(beginning, context)
  const found = [...names, ...(await spelledOutNames(text, context))]
  const whole = names.find(({ name }) => name === beginning)
  if (whole) return wholeFirst(whole.id, found, request, context)
  const ids = found.map(({ id }) => id)
  if (plain === beginning) return { ids, isRanked: false }
  const more = (await namesFrom(plain, context)).filter(({ name }) => isLike(name, `${beginning}%`))
  return { ids: [...ids, ...more.map(({ id }) => id)], isRanked: false }
}

/** Names with two letters where the text has an umlaut, and the other way round. */
async function spelledOutNames(text: string, context: Context): Promise<FoundName[]> {
  const spelled = fold(spellOut(text))
  const names = spelled === fold(text) ? [] : await namesFrom(spelled, context)
  const shortened = spelled.replace(/(?<=[aou])e|(?<=a)a/g, '')
  if (shortened === spelled) return names
  const others = await namesFrom(shortened, context)
  const isSpelledSo = ({ username }: FoundName) => {
    const other = spellOut(username)
    return other !== username && fold(other).startsWith(spelled)
  }
  return [...names, ...others.filter(isSpelledSo)]
}

/** One user before the others, who keep their order. */
async function wholeFirst(
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
  const seen = rows.map((row) => row.id)
  return { ids: seen.includes(id) ? [id, ...seen.filter((other) => other !== id)] : seen, isRanked: true }
}

function namesFrom(beginning: string, { db }: Context): Promise<FoundName[]> {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.username', foldedUsername.as('name')])
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
