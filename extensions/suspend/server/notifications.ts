import {
  type Context,
  displayNameOf,
  type Extension,
  type MailedNotification,
  type MailedTexts,
  syncNotification,
  translatorOf,
  type UserRow,
  type WriteContext,
} from '@parley/server'
import { wireDate } from '@parley/shared'
import { isIndefinite } from '../shared.ts'
import { endOf } from './fields.ts'

/** What users are told of their suspension, in the list of the bell and by mail. */
export const suspendNotifications: NonNullable<Extension['notifications']> = {
  userSuspended: {
    subject: 'users',
    channels: { alert: { default: true }, email: { default: true, compose: suspendedMail } },
  },
  userUnsuspended: {
    subject: 'users',
    channels: { alert: { default: true }, email: { default: true, compose: unsuspendedMail } },
  },
}

/** Tells a user that a suspension began or changed. */
export function tellOfSuspension({ user }: { user: UserRow }, context: WriteContext): Promise<void> {
  return tell(context, 'userSuspended', user, endOf(user) ?? '')
}

/** Tells a user that a suspension was lifted. */
export function tellOfItsEnd({ user }: { user: UserRow }, context: WriteContext): Promise<void> {
  return tell(context, 'userUnsuspended', user, wireDate(context.now.toISOString()))
}

function tell(
  context: WriteContext,
  type: 'userSuspended' | 'userUnsuspended',
  user: UserRow,
  data: string,
): Promise<void> {
  return syncNotification(context, { type, fromUserId: null, subject: user, data }, [user.id])
}

/** The mail about a suspension that is still as it was told. One that was changed or lifted since has a mail of its own. */
function suspendedMail({ data, subject }: MailedNotification, context: Context): MailedTexts | undefined {
  const user = subject as UserRow
  const end = endOf(user)
  if (end === null || end !== data) return undefined
  const t = translatorOf(context)
  return {
    key: 'suspend.email.suspended',
    params: {
      ...paramsOf(user, context),
      suspension_message: user.suspend_message ?? t('suspend.email.no_reason_given'),
      duration: isIndefinite(end) ? 'indefinite' : 'limited',
      until: new Intl.DateTimeFormat(context.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(end),
      ),
    },
  }
}

function unsuspendedMail({ subject }: MailedNotification, context: Context): MailedTexts {
  const url = `${context.forum.baseUrl}/`
  return {
    key: 'suspend.email.unsuspended',
    params: { ...paramsOf(subject as UserRow, context), forum_url: url },
    action: { url, label: 'suspend.email.unsuspended.link' },
  }
}

function paramsOf(user: UserRow, { forum }: Context) {
  return { recipient_display_name: displayNameOf(user, forum) }
}
