import {
  type Context,
  matchesPattern,
  type Problem,
  problemOf,
  translatorOf,
  type UserRow,
  visibleName,
  type Write,
} from '@parley/server'
import { takenNickname, takenUsername } from './taken.ts'

/** The rules about both names of an account, as it would be after the write. */
export async function checkNames(write: Write<UserRow>, context: Context): Promise<Problem[]> {
  const { row, values, isNew } = write
  const username = (isNew ? row.username : values.username) as string | undefined
  const nickname = values.nickname as string | undefined
  const isStored = nickname !== undefined && isNickname(nickname, username ?? row.username)
  return [
    ...(isStored ? await checkNickname(nickname, row.id, context) : []),
    ...(username ? await takenUsername(username, row.id, context) : []),
  ]
}

/** Whether an entered text is a nickname. An empty one, and the username, stand for none. */
export function isNickname(text: string, username: string): boolean {
  return text !== username && visibleName(text) !== ''
}

async function checkNickname(nickname: string, ownId: number, context: Context): Promise<Problem[]> {
  const { settings } = context.forum
  const translate = translatorOf(context)
  const [min, max] = [settings.get('flarum-nicknames.min'), settings.get('flarum-nicknames.max')]
  const length = Array.from(nickname).length
  if (length < min) return [problemOf({ rule: 'min.string', values: { min } }, 'nickname', translate)]
  if (length > max) return [problemOf({ rule: 'max.string', values: { max } }, 'nickname', translate)]
  const pattern = settings.get('flarum-nicknames.regex')
  if (pattern !== '' && (await matchesPattern(pattern, nickname)) === false)
    return [problemOf(invalid, 'nickname', translate)]
  return takenNickname(nickname, ownId, context)
}

const invalid = { rule: 'nicknames.api.invalid_nickname_message', ownKey: true }
