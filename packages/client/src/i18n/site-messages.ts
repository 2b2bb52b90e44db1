import type { Messages } from '@parley/shared/i18n'

/** The texts the build found: English, which stands in where others have none, and how to get the others. */
export interface SiteMessages {
  english: Messages
  others: Readonly<Record<string, () => Promise<{ default: Messages }>>>
}

/** The texts of one locale over the English ones. */
export async function loadMessages(site: SiteMessages, locale: string): Promise<Messages> {
  const load = site.others[locale]
  return load === undefined ? site.english : { ...site.english, ...(await load()).default }
}
