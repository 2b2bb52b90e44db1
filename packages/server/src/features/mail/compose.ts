import type { Context, Forum } from '../../points/context/context.ts'
import { PermanentFailure } from '../../points/jobs/jobs.ts'
import type { MailMessage } from '../../points/notifications/mail-drivers.ts'
import { isAddress, oneLine } from './addresses.ts'
import type { Mail } from './mail.ts'
import { type MailContent, mailHtml } from './mail-html.ts'
import { senderOf } from './sender.ts'

/** Composes a mail. `id` is the local part of its Message-ID, by which mail servers recognize duplicates. */
export async function composeMail(context: Context, mail: Mail, id: string): Promise<MailMessage> {
  const from = senderOf(context.forum)
  const { address } = mail.to
  if (!isAddress(address)) throw new PermanentFailure('The address of the recipient is invalid')
  if (!isAddress(from)) throw new Error('The address of the sender is invalid')
  const content = translateMail(context, mail)
  const name = oneLine(context.forum.settings.get('forum_title') ?? '')
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const raw = await new MailComposer({
    from: { name, address: from },
    to: { name: oneLine(mail.to.name), address },
    subject: content.subject,
    text: plainText(context, content),
    html: mailHtml(context, content),
    date: context.now,
    messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
    headers: {
      // Suppresses automatic replies: https://www.rfc-editor.org/rfc/rfc3834.
      'Auto-Submitted': 'auto-generated',
      ...(content.unsubscribe && {
        'List-Unsubscribe': `<${content.unsubscribe.url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
  return { from, to: address, subject: content.subject, raw }
}

/** The texts of a mail in a language: the subject is one line. */
export function mailTexts(
  forum: Forum,
  mail: AddressedTexts,
  locale: string,
): { subject: string; body: string } {
  return subjectAndBody(translatorOfMail(forum, mail, locale), mail)
}

/** What the texts of a mail are made of. */
type AddressedTexts = Pick<Mail, 'key' | 'params' | 'action'> & { to: Pick<Mail['to'], 'name'> }

function subjectAndBody(t: (key: string) => string, { key }: Pick<Mail, 'key'>) {
  return {
    subject: oneLine(t(`${key}.subject`)),
    body: t(`${key}.body`).replace(/\r\n?/g, '\n').trim(),
  }
}

function translatorOfMail(forum: Forum, { to, params, action }: AddressedTexts, locale: string) {
  const all = {
    forum: forum.settings.get('forum_title') ?? '',
    username: to.name,
    ...(action && { url: new URL(action.url).href }),
    ...params,
  }
  return (key: string) => forum.translate(key, all, locale)
}

function translateMail({ forum }: Context, mail: Mail): MailContent {
  const { action, unsubscribeUrl } = mail
  const url = action && new URL(action.url).href
  const locale = mail.locale !== null && forum.locales.has(mail.locale) ? mail.locale : forum.locale
  const t = translatorOfMail(forum, mail, locale)
  return {
    locale,
    ...subjectAndBody(t, mail),
    action: action && url !== undefined ? { url, label: oneLine(t(action.label)) } : undefined,
    unsubscribe:
      unsubscribeUrl === undefined
        ? undefined
        : { url: new URL(unsubscribeUrl).href, label: t('core.email.footer.unsubscribe_link') },
  }
}

function plainText({ forum }: Context, { body, action, unsubscribe }: MailContent): string {
  const title = oneLine(forum.settings.get('forum_title') ?? '')
  return [
    body,
    // Most texts contain the address.
    ...(action && !body.includes(action.url) ? [`${action.label}:\n${action.url}`] : []),
    ['-- ', title, forum.baseUrl, ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : [])].join(
      '\n',
    ),
  ].join('\n\n')
}
