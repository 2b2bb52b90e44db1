import { onTestFinished } from 'vitest'
import { type MailServer, type MailServerOptions, openMailServer } from './open-mail-server.ts'

export type { MailServer, MailServerOptions } from './open-mail-server.ts'

/** Starts a mail server, which is stopped when the test ends. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await openMailServer(options)
  onTestFinished(() => server.close())
  return server
}
