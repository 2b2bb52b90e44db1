import { z } from 'zod'
import { enqueueJob, type JobOptions } from '../../engine/queue/enqueue-job.ts'
import type { WriteContext } from '../../points/context/context.ts'
import { isAddress } from './addresses.ts'

const address = z.url({ protocol: /^https?$/ })
const paramValue = z.union([z.string(), z.number()])

/** The payload of a mail in the queue. */
export const mailSchema = z.object({
  to: z.object({ address: z.string(), name: z.string() }),
  locale: z.string().nullable(),
  key: z.string(),
  params: z.record(z.string(), paramValue).optional(),
  action: z.object({ url: address, label: z.string() }).optional(),
  unsubscribeUrl: address.optional(),
})

/** A mail to one recipient. */
export interface Mail {
  to: { address: string; name: string }
  /** The recipient's locale; null or a locale without texts means the forum's. */
  locale: string | null
  /** The mail uses the locale keys `key.subject` and `key.body`. */
  key: string
  /**
   * Parameters of the texts; escaped in HTML. `forum` (its title), `username` (of the recipient) and `url` (of the
   * action) have defaults.
   */
  params?: Readonly<Record<string, string | number>> | undefined
  /** The button of the mail: its address and the locale key of its label. */
  action?: { url: string; label: string } | undefined
  /** The address that stops mails of this kind: `GET` shows a form to people, mail programs `POST` to it (RFC 8058). */
  unsubscribeUrl?: string | undefined
}

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Sends a mail. */
    'mail.send': Mail
    /** Deletes old messages of the file driver. */
    'mail.sweep': NoPayload
  }
}

/**
 * Enqueues a mail, which is sent when the transaction of `context` is committed, and retried for most of a day. The job
 * composes it in the recipient's language. Does nothing when the address is invalid.
 */
export async function sendMail(context: WriteContext, mail: Mail, options?: JobOptions): Promise<void> {
  if (isAddress(mail.to.address)) await enqueueJob(context, 'mail.send', mail, options)
}
