import type { z } from 'zod'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** A way to send mail. Administrators choose one by its name. */
export interface MailDriver {
  /** The settings it reads, by key; whoever declares the driver declares them as settings too. */
  fields: Readonly<Record<string, MailField>>
  /** Whether mail reaches its readers, and does not end in a file or the log. */
  delivers: boolean
  /**
   * Sends one message. Rejects when that failed and may work later, with a `PermanentFailure` when it never will. What
   * it rejects with is shown to administrators: no credentials in it.
   */
  send(message: MailMessage, delivery: MailDelivery): Promise<void>
}

/** One setting of a driver. */
export interface MailField {
  /** Of the stored text; '' when nothing is stored. */
  schema: z.ZodType<string>
  /** Where there is a choice: the label of each value. Otherwise it is a text. */
  choices?: Readonly<Record<string, string>>
}

/** A message that is ready to go. */
export interface MailMessage {
  /** Bare addresses, free of anything that would end them early. */
  from: string
  to: string
  subject: string
  /** RFC 5322: headers and content. */
  raw: Buffer
}

export interface MailDelivery {
  /** What the driver's fields hold. */
  values: Readonly<Record<string, string>>
  context: Context
  /** Aborts when nobody waits any longer. */
  signal: AbortSignal
}

/** Checks and combines the mail drivers of all extensions. */
export function combineMailDrivers(
  declared: readonly Declared<Readonly<Record<string, MailDriver>> | undefined>[],
): Map<string, Owned<MailDriver>> {
  return mergeRecords('mailDrivers', declared, ({ fields }) => {
    const [, empty] =
      Object.entries(fields).find(([, { choices }]) => choices && Object.keys(choices).length === 0) ?? []
    return empty ? 'has a field without a choice' : undefined
  })
}

declare module '../extension.ts' {
  interface Extension {
    /** Ways to send mail, by name. */
    mailDrivers?: Readonly<Record<string, MailDriver>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    mailDrivers: ReadonlyMap<string, Owned<MailDriver>>
  }
}

/** Mail drivers. */
export const mailDriversPoint = definePoint('mailDrivers', {
  sections: ['mailDrivers'],
  combine: ({ mailDrivers }) => combineMailDrivers(mailDrivers),
})
