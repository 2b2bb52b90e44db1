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

const textOrNull: Setting = { schema: z.string().nullable(), default: null }

/** The settings of mail (api-core 4.22). The chosen driver validates their values. */
export const mailSettings: Record<string, Setting> = {
  mail_driver: textOrNull,
  mail_encryption: textOrNull,
  mail_from: textOrNull,
  mail_host: textOrNull,
  mail_mailgun_domain: textOrNull,
  mail_mailgun_region: textOrNull,
  mail_mailgun_secret: textOrNull,
  mail_password: textOrNull,
  mail_port: textOrNull,
  mail_username: textOrNull,
}
