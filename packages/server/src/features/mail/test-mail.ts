import { randomText } from '../../infrastructure/keys/random.ts'
import type { Context } from '../../points/context/context.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'
import { composeMail } from './compose.ts'
import { deliverMail } from './deliver.ts'
import type { Mail } from './mail.ts'

const timeoutMs = 30_000

/** Sends a test mail at once, without the queue. Resolves with the reason why it could not be sent, else with null. */
export async function sendTestMail(to: Mail['to'], context: Context): Promise<string | null> {
  await context.forum.write(context, (writing) => writeAuditEntry(writing, 'mail.tested', {}))
  try {
    const mail = { to, locale: context.locale, key: 'core.email.send_test' }
    const message = await composeMail(context, mail, randomText(32))
    await deliverMail(context, message, AbortSignal.timeout(timeoutMs))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
