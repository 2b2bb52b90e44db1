import { wholeNumber } from '../../infrastructure/schema/values.ts'
import type { Setting } from '../../points/settings/settings.ts'

declare module '../../points/settings/setting-types.ts' {
  interface SettingTypes {
    audit_log_retention_days: number
  }
}

/** As `createTriggers` of the migration, which keeps entries at least as long. */
const minimumDays = 30
const maximumDays = 3650

export const auditSettings: Record<string, Setting> = {
  // A year: long enough to look into what is noticed late, and no longer than personal data should be kept.
  audit_log_retention_days: { schema: wholeNumber({ min: minimumDays, max: maximumDays }), default: 365 },
}
