import { z } from 'zod'
import { enqueueJob, type JobOptions } from '../../engine/queue/enqueue-job.ts'
import type { WriteContext } from '../../points/context/context.ts'
import { isAddress } from './addresses.ts'

const address = z.url({ protocol: /^https?$/ })
const parameter = z.union([z.string(), z.number()])

/** What mails are made of, as the queue keeps it. */
export const mailSchema = z.object({
  to: z.object({ address: z.string(), name: z.string() }),
  locale: z.string().nullable(),
  key: z.string(),
  params: z.record(z.string(), parameter).optional(),
  action: z.object({ url: address, label: z.string() }).optional(),
  unsubscribeUrl: address.optional(),
})

/** One mail to one person. */
export interface Mail {
  to: { address: string; name: string }
  /** Of the recipient; null, or one that there are no texts in, for the forum's. */
  locale: string | null
  /** Its texts are the locale keys `key.subject` and `key.body`. */
  key: string
  /**
   * For the placeholders in the texts; never read as markup. `forum` (its title), `username` (the recipient) and `url`
   * (of the action) are there unless given.
   */
  params?: Readonly<Record<string, string | number>> | undefined
  /** What the mail is about to be clicked on: an address and the locale key of the words on it. */
  action?: { url: string; label: string } | undefined
  /** Where one request, `GET` by people and `POST` by mail programs (RFC 8058), ends mails of this kind. */
  unsubscribeUrl?: string | undefined
}

declare module '../../points/work/jobs.ts' {
  interface JobTypes {
    /** Sends a mail. */
    'mail.send': Mail
    /** Deletes old messages of the file driver. */
    'mail.sweep': NoPayload
  }
}

/**
 * Has a mail sent after the change that `context` belongs to, tried again for most of a day if need be. It is
 * written when it is sent, in the recipient's language. Nothing is sent to what is no address.
 */
export async function sendMail(context: WriteContext, mail: Mail, options?: JobOptions): Promise<void> {
  if (isAddress(mail.to.address)) await enqueueJob(context, 'mail.send', mail, options)
}
