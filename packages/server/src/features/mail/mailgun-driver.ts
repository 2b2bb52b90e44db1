import { text } from '../../infrastructure/schema/values.ts'
import { PermanentFailure } from '../../points/jobs/jobs.ts'
import type { MailDriver, MailMessage } from '../../points/notifications/mail-drivers.ts'

const regions = { 'api.mailgun.net': 'US', 'api.eu.mailgun.net': 'EU' }
const isDomain = (value: string) => /^[a-z0-9.-]+$/i.test(value)

/** The HTTP interface of Mailgun: https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun. */
export const mailgunDriver: MailDriver = {
  fields: {
    mail_mailgun_secret: { schema: text({ max: 255 }) },
    mail_mailgun_domain: { schema: text({ max: 255, rules: [{ rule: 'regex', test: isDomain }] }) },
    mail_mailgun_region: {
      schema: text({ rules: [{ rule: 'in', test: (value) => Object.hasOwn(regions, value) }] }),
      choices: regions,
    },
  },
  delivers: true,
  send: (message, { values, signal }) =>
    sendByMailgun(
      {
        api: `https://${values.mail_mailgun_region}`,
        domain: values.mail_mailgun_domain ?? '',
        secret: values.mail_mailgun_secret ?? '',
      },
      message,
      signal,
    ),
}

/** An account at Mailgun. */
export interface MailgunAccount {
  /** Without trailing slash. */
  api: string
  domain: string
  secret: string
}

/** Sends a message unchanged. Rejects with the status of the answer; status 400 is a permanent failure. */
export async function sendByMailgun(
  { api, domain, secret }: MailgunAccount,
  { to, raw }: MailMessage,
  signal: AbortSignal,
): Promise<void> {
  const body = new FormData()
  body.append('to', to)
  body.append('message', new Blob([new Uint8Array(raw)]), 'message.mime')
  const response = await fetch(`${api}/v3/${domain}/messages.mime`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`api:${secret}`).toString('base64')}` },
    body,
    redirect: 'error',
    signal,
  }).catch((error) => {
    throw new Error(`Mailgun could not be reached: ${error instanceof Error ? error.message : String(error)}`)
  })
  await response.body?.cancel()
  if (response.ok) return
  const message = `Mailgun answered ${response.status} ${response.statusText}`.trim()
  throw response.status === 400 ? new PermanentFailure(message) : new Error(message)
}
