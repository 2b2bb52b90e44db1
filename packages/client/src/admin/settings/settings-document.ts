import type { SettingInfo } from '../../points/admin/setting-fields.ts'

/** The answer of `GET /api/admin/settings`. */
export interface SettingsDocument {
  data: readonly { id: string; attributes: Omit<SettingInfo, 'key'> }[]
  meta: { version: string }
}

/** API path of the settings of one page. */
export function settingsPath(page: string): string {
  return `/admin/settings?page=${encodeURIComponent(page)}`
}

/** The settings of a document, in the order of the page. */
export function settingsOf({ data }: SettingsDocument): SettingInfo[] {
  return data.map(({ id, attributes }) => ({ ...attributes, key: id }))
}
