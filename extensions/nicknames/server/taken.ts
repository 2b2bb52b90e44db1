import { type Context, fold, foldedUsername, type Problem, problemOf, translatorOf } from '@parley/server'
import { skeletonOf } from './skeleton.ts'

/** The columns that are asked for one text each: a query for each is one step in an index. */
type Compared = 'nickname_folded' | 'nickname_skeleton'

/** Says that a nickname is another user’s nickname or username, or looks like it. Nothing, where names need not be unique. */
export async function takenNickname(nickname: string, ownId: number, context: Context): Promise<Problem[]> {
  if (!isUnique(context)) return []
  const [folded, skeleton] = [fold(nickname), skeletonOf(nickname)]
  const names = [...new Set([folded, skeleton])]
  const isTaken = await isOthers(context, ownId, { names, folded, skeleton })
  return isTaken ? [problemOf('unique', 'nickname', translatorOf(context))] : []
}

/** Says that a username is the nickname of another user, or looks like it. Nothing, where names need not be unique. */
export async function takenUsername(username: string, ownId: number, context: Context): Promise<Problem[]> {
  if (!isUnique(context)) return []
  const folded = fold(username)
  const isTaken = await isOthers(context, ownId, { names: [], folded, skeleton: folded })
  return isTaken ? [problemOf('unique', 'username', translatorOf(context))] : []
}

function isUnique({ forum }: Context): boolean {
  return forum.settings.get('flarum-nicknames.unique')
}

interface Claim {
  /** Usernames, in folded form. */
  names: readonly string[]
  folded: string
  skeleton: string
}

/** Whether a user other than `ownId` has one of these names. */
async function isOthers({ db }: Context, ownId: number, claim: Claim): Promise<boolean> {
  const others = () => db.selectFrom('users').select('users.id').where('users.id', '<>', ownId)
  const withNickname = (column: Compared, text: string) => others().where(`users.${column}`, '=', text)
  const found = withNickname('nickname_folded', claim.folded)
    .unionAll(withNickname('nickname_skeleton', claim.skeleton))
    .$if(claim.names.length > 0, (query) => query.unionAll(others().where(foldedUsername, 'in', claim.names)))
    .limit(1)
  return (await found.executeTakeFirst()) !== undefined
}
