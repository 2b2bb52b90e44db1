import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'
import { z } from 'zod'
import { text } from '../../infrastructure/schema/values.ts'
import { PermanentFailure } from '../../points/jobs/jobs.ts'
import type { MailDriver, MailMessage } from '../../points/notifications/mail-drivers.ts'
import { oneLine } from './addresses.ts'

const submissionPort = 587
const tlsPort = 465

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

const optional = z.string()
const isPort = (value: string) => value === '' || (/^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65535)
const isEncryption = (value: string) => /^(tls|ssl)?$/i.test(value)

/** Sends by SMTP to the server of the settings. */
export const smtpDriver: MailDriver = {
  fields: {
    mail_host: { schema: text({ max: 255 }) },
    mail_port: { schema: text({ required: false, rules: [{ rule: 'integer', test: isPort }] }) },
    // 'tls' requires STARTTLS, 'ssl' encrypts from the first byte, '' uses STARTTLS if the server offers it.
    mail_encryption: {
      schema: text({ required: false, rules: [{ rule: 'in', test: isEncryption }] }),
    },
    mail_username: { schema: optional },
    mail_password: { schema: optional },
  },
  delivers: true,
  send: (message, { values, signal }) => {
    const { mail_host, mail_port, mail_username = '', mail_password = '' } = values
    const encryption = values.mail_encryption?.toLowerCase()
    const options: SMTPTransportOptions = {
      host: mail_host,
      port: Number(mail_port) || (encryption === 'ssl' ? tlsPort : submissionPort),
      secure: encryption === 'ssl',
      requireTLS: encryption === 'tls',
      ...(mail_username !== '' && { auth: { user: mail_username, pass: mail_password } }),
    }
    return sendBySmtp(options, message, signal)
  },
}

/** Sends by SMTP to the server of a URL, which the environment names. */
export function smtpUrlDriver(url: string): MailDriver {
  return {
    fields: {},
    delivers: true,
    send: (message, { signal }) => sendBySmtp({ url }, message, signal),
  }
}

async function sendBySmtp(
  options: SMTPTransportOptions,
  { from, to, raw }: MailMessage,
  signal: AbortSignal,
): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ ...timeouts, ...options })
  try {
    await transport.sendMail({ envelope: { from, to }, raw, signal })
  } catch (error) {
    throw toFailure(error)
  } finally {
    transport.close()
  }
}

/** The failure of a delivery: permanent when the server refused the message itself, otherwise temporary. */
function toFailure(error: unknown): Error {
  const { code, permanent } = error as { code?: string; permanent?: boolean }
  const message = oneLine(error instanceof Error ? error.message : String(error))
  const isRefusal = permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE')
  // Without the cause, which may contain credentials that must not be logged.
  return isRefusal ? new PermanentFailure(message) : new Error(message)
}
