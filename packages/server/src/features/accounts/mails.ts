import type { WriteContext } from '../../points/context/context.ts'
import { sendMail } from '../mail/mail.ts'
import { displayNameOf } from '../users/display-name.ts'
import { chosenLocale } from '../users/preferences.ts'
import type { UserRow } from '../users/table.ts'
import { createEmailToken, createPasswordToken } from './tokens.ts'

/** Sends a new account the link that confirms its address. */
export async function mailActivation(context: WriteContext, user: UserRow): Promise<void> {
  await mailLink(context, user, user.email, 'core.email.activate_account')
}

/** Sends a link to `email` that makes this the account's address. */
export async function mailConfirmation(context: WriteContext, user: UserRow, email: string): Promise<void> {
  await mailLink(context, user, email, 'core.email.confirm_email')
}

/** Sends a user the link to choose a new password. */
export async function mailReset(context: WriteContext, user: UserRow): Promise<void> {
  await mailPasswordLink(context, user, 'core.email.reset_password')
}

/** Sends the owner of an account that was made without a password the link to choose one. */
export async function mailInvitation(context: WriteContext, user: UserRow): Promise<void> {
  await mailPasswordLink(context, user, 'core.email.invite_user')
}

async function mailPasswordLink(context: WriteContext, user: UserRow, key: string): Promise<void> {
  const { db, now, forum } = context
  const token = await createPasswordToken(db, { userId: user.id, now })
  await sendMail(context, {
    to: { address: user.email, name: displayNameOf(user, forum) },
    locale: localeOf(user, context),
    key,
    action: { url: `${forum.baseUrl}/reset/${token}`, label: 'core.email.reset_password.link' },
  })
}

async function mailLink(context: WriteContext, user: UserRow, email: string, key: string): Promise<void> {
  const { db, now, forum } = context
  const token = await createEmailToken(db, { userId: user.id, email, now })
  await sendMail(context, {
    to: { address: email, name: displayNameOf(user, forum) },
    locale: localeOf(user, context),
    key,
    action: { url: `${forum.baseUrl}/confirm/${token}`, label: 'core.email.confirm_email.link' },
  })
}

/** The user's chosen language, else that of the request if the user or a guest sent it, else null. */
function localeOf(user: UserRow, { forum, actor, locale }: WriteContext): string | null {
  const chosen = chosenLocale(user, forum)
  if (chosen !== undefined) return chosen
  return actor.isGuest || actor.account?.id === user.id ? locale : null
}
