import {
  type Field,
  idOfNewRow,
  isOwnAction,
  lockNames,
  nameText,
  type UserRow,
  userTarget,
  validationError,
  visibleName,
  type WriteContext,
  writeAuditEntry,
} from '@parley/server'
import { isNickname } from './check-names.ts'
import { nicknameColumns } from './columns.ts'
import { longestNickname } from './settings.ts'
import { takenNickname, takenUsername } from './taken.ts'

declare module '@parley/server' {
  interface AuditActions {
    'user.nicknameChanged': { nickname: string | null }
  }
}

/** The nickname can be written, and is shown as the display name only. */
export const nickname: Field<UserRow, string> = {
  schema: nameText({ required: false, max: longestNickname }),
  writable: 'editNickname',
  current: ({ nickname: stored }) => stored ?? '',
  async check(entered, user, context) {
    // Of two members who take one name at the same instant, the second sees the first one’s.
    await lockNames(context)
    // What `checkNames` read before the transaction of a sign-up may have changed.
    return user.id === idOfNewRow && isNickname(entered, user.username)
      ? takenNickname(entered, user.id, context)
      : []
  },
  set: (entered) => nicknameColumns(visibleName(entered) === '' ? null : entered),
  async changed({ row, before }, context) {
    // The username may have changed together with the nickname.
    const isSame = row.nickname === row.username
    if (isSame) await removeNickname(row.id, context)
    await recordChange(row, [before.nickname ?? null, isSame ? null : row.nickname], context)
  },
}

async function removeNickname(id: number, { db }: WriteContext): Promise<void> {
  await db.updateTable('users').set(nicknameColumns(null)).where('id', '=', id).execute()
}

/** Records what others than the owner do. */
async function recordChange(
  row: UserRow,
  change: readonly [string | null, string | null],
  context: WriteContext,
): Promise<void> {
  if (change[0] === change[1] || isOwnAction(context, row.id)) return
  await writeAuditEntry(context, 'user.nicknameChanged', {
    target: userTarget(row, context),
    changes: { nickname: change },
  })
}

/** A new account whose username became the nickname of another one while the sign-up was under way. */
export async function refuseTakenUsername(user: UserRow, context: WriteContext): Promise<void> {
  const problems = await takenUsername(user.username, user.id, context)
  if (problems.length > 0) throw validationError({ problems })
}
