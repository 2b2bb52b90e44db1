import { z } from 'zod'
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

const stored: Setting = { schema: z.string().nullable(), default: null }

/** The settings of mail (api-core 4.22); what they hold is checked by the driver in effect. */
export const mailSettings: Record<string, Setting> = {
  mail_driver: stored,
  mail_encryption: stored,
  mail_from: stored,
  mail_host: stored,
  mail_mailgun_domain: stored,
  mail_mailgun_region: stored,
  mail_mailgun_secret: stored,
  mail_password: stored,
  mail_port: stored,
  mail_username: stored,
}
