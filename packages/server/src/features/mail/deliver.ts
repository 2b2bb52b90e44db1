import { problemsOf } from '../../infrastructure/schema/problems.ts'
import type { Context, Forum } from '../../points/context/context.ts'
import type { MailDriver, MailMessage } from '../../points/notifications/mail-drivers.ts'
import { isAddress } from './addresses.ts'
import { senderOf } from './sender.ts'
import { defaultDriver } from './settings.ts'
import { smtpUrlDriver } from './smtp-driver.ts'

/** The driver in effect and its settings. */
export interface MailConfiguration {
  /** Undefined while the settings are invalid: no mail is sent then. */
  driver: MailDriver | undefined
  /** The values of the driver's fields. */
  values: Readonly<Record<string, string>>
  /** Messages about invalid settings, by key. */
  errors: Readonly<Record<string, readonly string[]>>
}

/** The parts of a forum that configure its mail. */
type MailSource = Pick<Forum, 'baseUrl' | 'locale' | 'points' | 'settings' | 'smtpUrl' | 'translate'>

/** Reads and validates the driver from environment and settings. `locale` is that of the messages in `errors`. */
export function readMailConfiguration(forum: MailSource, locale: string = forum.locale): MailConfiguration {
  const translate = (key: string) => forum.translate(key, undefined, locale)
  const errors: Record<string, string[]> = {}
  if (!isAddress(senderOf(forum))) errors.mail_from = [translate('core.api.mail.sender_message')]
  const driver = driverOf(forum)
  if (!driver) errors.mail_driver = [translate('core.api.mail.driver_message')]
  const values = valuesOf(forum, driver)
  for (const [key, { schema }] of Object.entries(driver?.fields ?? {})) {
    const { error } = schema.safeParse(values[key])
    if (error)
      errors[key] = problemsOf(error, key, translate).flatMap(({ detail = '' }) => detail.split('\n'))
  }
  return { driver: Object.keys(errors).length === 0 ? driver : undefined, values, errors }
}

/** Sends a message with the driver in effect. Rejects while the settings are invalid. */
export async function deliverMail(
  context: Context,
  message: MailMessage,
  signal: AbortSignal,
): Promise<void> {
  const { driver, values, errors } = readMailConfiguration(context.forum)
  if (!driver) throw new Error(`Mail is not set up: ${Object.values(errors).flat().join(' ')}`)
  await driver.send(message, { values, context, signal })
}

function driverOf(forum: MailSource): MailDriver | undefined {
  if (forum.smtpUrl !== undefined) return smtpUrlDriver(forum.smtpUrl)
  return forum.points.mailDrivers.get(forum.settings.get('mail_driver') || defaultDriver)
}

function valuesOf({ settings }: MailSource, driver: MailDriver | undefined): Record<string, string> {
  const keys = Object.keys(driver?.fields ?? {})
  return Object.fromEntries(keys.map((key) => [key, settings.get(key as 'mail_host') ?? '']))
}
