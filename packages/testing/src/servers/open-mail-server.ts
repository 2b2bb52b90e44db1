import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { parseMail, type SentMail } from './sent-mails.ts'

export interface MailServerOptions {
  /** Required credentials; none by default. */
  account?: { user: string; password: string }
  /** STARTTLS or implicit TLS, with a self-signed certificate; by default connections are not encrypted. */
  tls?: 'offered' | 'from the start'
  /** Called for every message before it is accepted. An error rejects the message with its `responseCode`. */
  onMessage?: (mail: SentMail) => void | Promise<void>
}

/** A real SMTP server on this machine. */
export interface MailServer {
  readonly port: number
  /** URL without credentials. */
  readonly url: string
  /** The accepted mails with their envelopes. */
  readonly accepted: readonly AcceptedMail[]
  close(): Promise<void>
}

export interface AcceptedMail extends SentMail {
  raw: string
  envelope: { from: string; to: readonly string[] }
  isEncrypted: boolean
  user: string | undefined
}

/** Starts a mail server. `startMailServer` also stops it when a test of vitest ends. */
export async function openMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { account, tls, onMessage } = options
  const accepted: AcceptedMail[] = []
  const settings: SMTPServerOptions = {
    authOptional: account === undefined,
    allowInsecureAuth: true,
    secure: tls === 'from the start',
    // The logger would warn about the certificate.
    logger: false,
    disabledCommands: tls === 'offered' ? [] : ['STARTTLS'],
    onAuth({ username, password }, _session, answer) {
      if (username === account?.user && password === account?.password) answer(null, { user: username })
      else answer(Object.assign(new Error('Wrong name or password'), { responseCode: 535 }))
    },
    onData(stream, session, answer) {
      const receive = async () => {
        const raw = await buffer(stream)
        const mail = await parseMail(raw)
        await onMessage?.(mail)
        const { mailFrom, rcptTo } = session.envelope
        accepted.push({
          ...mail,
          raw: raw.toString('utf8'),
          envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
          isEncrypted: Boolean(session.secure),
          user: typeof session.user === 'string' ? session.user : undefined,
        })
      }
      receive().then(
        () => answer(null),
        (error) => answer(error),
      )
    },
  }
  const server = new SMTPServer(settings)
  // Clients that reject the certificate disconnect.
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const url = `${tls === 'from the start' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return { port, url, accepted, close }
}
