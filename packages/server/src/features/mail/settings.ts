import { z } from 'zod'
import type { Context } from '../../points/context/context.ts'
import type { SettingField, SettingForm, SettingOption } from '../../points/settings/setting-form.ts'
import type { Setting } from '../../points/settings/settings.ts'

declare module '../../points/settings/setting-types.ts' {
  interface SettingTypes {
    mail_driver: string | null
    mail_encryption: string | null
    mail_from: string | null
    mail_host: string | null
    mail_mailgun_domain: string | null
    mail_mailgun_region: string | null
    mail_mailgun_secret: string | null
    mail_password: string | null
    mail_port: string | null
    mail_username: string | null
  }
}

/** The driver of a forum whose administrators have not chosen one. */
export const defaultDriver = 'file'

const page = 'mail'
const addresses = { heading: 'core.admin.email.addresses_heading' }
const drivers = {
  heading: 'core.admin.email.driver_heading',
  text: 'core.admin.email.driver_text',
  order: 1,
}

/** A text that the driver in effect validates, with its field. */
function mailSetting(form: Omit<SettingForm, 'page'>, fallback: string | null = null): Setting {
  return { schema: z.string().nullable(), default: fallback, form: { page, ...form } }
}

/** A field of one driver. */
function driverSetting(driver: string, order: number, name: string, field: SettingField): Setting {
  const when = { setting: 'mail_driver', value: driver }
  return mailSetting({ section: drivers, order, when, field, label: `core.admin.email.${name}_label` })
}

const text: SettingField = { kind: 'text' }

/** The settings of mail (api-core 4.22). The chosen driver validates their values. */
export const mailSettings: Record<string, Setting> = {
  mail_from: mailSetting({
    section: addresses,
    field: text,
    label: 'core.admin.email.from_label',
    help: 'core.admin.email.from_text',
    keywords: 'core.admin.email.from_keywords',
  }),
  mail_driver: mailSetting(
    {
      section: drivers,
      field: { kind: 'choice', options: driverOptions },
      label: 'core.admin.email.driver_label',
      keywords: 'core.admin.email.driver_keywords',
    },
    defaultDriver,
  ),
  mail_host: driverSetting('smtp', 1, 'mail_host', text),
  mail_port: driverSetting('smtp', 2, 'mail_port', { kind: 'number', min: 1, max: 65535 }),
  mail_encryption: driverSetting('smtp', 3, 'mail_encryption', {
    kind: 'choice',
    options: [
      { value: '', label: 'core.admin.email.encryption_if_offered_label' },
      { value: 'tls', label: 'core.admin.email.encryption_starttls_label' },
      { value: 'ssl', label: 'core.admin.email.encryption_tls_label' },
    ],
  }),
  mail_username: driverSetting('smtp', 4, 'mail_username', text),
  mail_password: driverSetting('smtp', 5, 'mail_password', { kind: 'secret' }),
  mail_mailgun_domain: driverSetting('mailgun', 1, 'mail_mailgun_domain', text),
  mail_mailgun_secret: driverSetting('mailgun', 2, 'mail_mailgun_secret', { kind: 'secret' }),
  mail_mailgun_region: driverSetting('mailgun', 3, 'mail_mailgun_region', {
    kind: 'choice',
    options: [
      { value: 'api.mailgun.net', name: 'US' },
      { value: 'api.eu.mailgun.net', name: 'EU' },
    ],
  }),
}

/** Drivers of the core by their names in words; those of extensions as they call themselves. */
const driverLabels: Readonly<Record<string, string>> = {
  file: 'core.admin.email.driver_file_label',
  log: 'core.admin.email.driver_log_label',
  mail: 'core.admin.email.driver_mail_label',
  mailgun: 'core.admin.email.driver_mailgun_label',
  smtp: 'core.admin.email.driver_smtp_label',
}

function driverOptions({ forum }: Context): SettingOption[] {
  return [...forum.points.mailDrivers.keys()].map((value) => {
    const label = driverLabels[value]
    return label === undefined ? { value, name: value } : { value, label }
  })
}
