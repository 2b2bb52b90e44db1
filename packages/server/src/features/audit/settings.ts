import { type FailedRule, wholeNumber } from '../../infrastructure/schema/values.ts'
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
  audit_log_retention_days: {
    schema: wholeNumber().refine((days) => days >= minimumDays && days <= maximumDays, {
      params: { rule: 'core.admin.audit.retention_message', ownKey: true } satisfies FailedRule,
    }),
    default: 365,
    form: {
      page: 'audit',
      section: { heading: 'core.admin.audit.retention_heading' },
      field: { kind: 'number', min: minimumDays, max: maximumDays },
      label: 'core.admin.audit.retention_label',
      help: 'core.admin.audit.retention_text',
      keywords: 'core.admin.audit.retention_keywords',
    },
  },
}
