import type { z } from 'zod'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** A way to send mail. Administrators choose one by its name. */
export interface MailDriver {
  /** The settings that it reads, by key; the extension of the driver also declares them as settings. */
  fields: Readonly<Record<string, MailField>>
  /** Whether mail reaches its recipients instead of a file or the log. */
  delivers: boolean
  /**
   * Sends one message. Rejects if a retry may help, and with a `PermanentFailure` if not. Administrators see the error: it
   * must not contain credentials.
   */
  send(message: MailMessage, delivery: MailDelivery): Promise<void>
}

/** One setting of a driver. */
export interface MailField {
  /** The schema of the stored text; '' if none is stored. */
  schema: z.ZodType<string>
  /** The label of each value, for a field with a choice; absent for a text. */
  choices?: Readonly<Record<string, string>>
}

/** A complete message. */
export interface MailMessage {
  /** A bare address without delimiters or line breaks, as is `to`. */
  from: string
  to: string
  subject: string
  /** RFC 5322: headers and content. */
  raw: Buffer
}

export interface MailDelivery {
  /** The values of the driver's fields. */
  values: Readonly<Record<string, string>>
  context: Context
  /** Aborted when the delivery times out or the forum closes. */
  signal: AbortSignal
}

/** Checks and combines the mail drivers of all extensions. */
export function combineMailDrivers(
  declared: readonly Declared<Readonly<Record<string, MailDriver>> | undefined>[],
): Map<string, Owned<MailDriver>> {
  return mergeRecords('mailDrivers', declared, ({ fields }) => {
    const [, empty] =
      Object.entries(fields).find(([, { choices }]) => choices && Object.keys(choices).length === 0) ?? []
    return empty ? 'has a field with an empty list of choices' : undefined
  })
}

declare module '../extension.ts' {
  interface Extension {
    /** Ways to send mail, by name. Administrators choose one. */
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
