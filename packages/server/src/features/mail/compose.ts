import type { Context } from '../../points/context/context.ts'
import type { MailMessage } from '../../points/notifications/mail-drivers.ts'
import { PermanentFailure } from '../../points/work/jobs.ts'
import { isAddress, oneLine } from './addresses.ts'
import type { Mail } from './mail.ts'
import { type MailContent, mailHtml } from './mail-html.ts'
import { senderOf } from './sender.ts'

/** Writes a mail. `id` makes its Message-ID: sent twice, it is recognized as one. */
export async function composeMail(context: Context, mail: Mail, id: string): Promise<MailMessage> {
  const from = senderOf(context.forum)
  const { address } = mail.to
  if (!isAddress(address)) throw new PermanentFailure('The recipient has no address that mail can be sent to')
  if (!isAddress(from)) throw new Error('The sender’s address is none that mail can be sent from')
  const letter = writeLetter(context, mail)
  const name = oneLine(context.forum.settings.get('forum_title') ?? '')
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const raw = await new MailComposer({
    from: { name, address: from },
    to: { name: oneLine(mail.to.name), address },
    subject: letter.subject,
    text: mailText(context, letter),
    html: mailHtml(context, letter),
    date: context.now,
    messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
    headers: {
      // https://www.rfc-editor.org/rfc/rfc3834: nobody's holiday replies, please.
      'Auto-Submitted': 'auto-generated',
      ...(letter.unsubscribe && {
        'List-Unsubscribe': `<${letter.unsubscribe.url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
  return { from, to: address, subject: letter.subject, raw }
}

function writeLetter({ forum }: Context, mail: Mail): MailContent {
  const { action, unsubscribeUrl } = mail
  const url = action && new URL(action.url).href
  const locale = mail.locale !== null && forum.locales.has(mail.locale) ? mail.locale : forum.locale
  const params = {
    forum: forum.settings.get('forum_title') ?? '',
    username: mail.to.name,
    ...(url !== undefined && { url }),
    ...mail.params,
  }
  const t = (key: string) => forum.translate(key, params, locale)
  return {
    locale,
    subject: oneLine(t(`${mail.key}.subject`)),
    body: t(`${mail.key}.body`).replace(/\r\n?/g, '\n').trim(),
    action: action && url !== undefined ? { url, label: oneLine(t(action.label)) } : undefined,
    unsubscribe:
      unsubscribeUrl === undefined
        ? undefined
        : { url: new URL(unsubscribeUrl).href, label: t('core.email.footer.unsubscribe_link') },
  }
}

function mailText({ forum }: Context, { body, action, unsubscribe }: MailContent): string {
  const title = oneLine(forum.settings.get('forum_title') ?? '')
  return [
    body,
    // Most texts name the address themselves.
    ...(action && !body.includes(action.url) ? [`${action.label}:\n${action.url}`] : []),
    ['-- ', title, forum.baseUrl, ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : [])].join(
      '\n',
    ),
  ].join('\n\n')
}
