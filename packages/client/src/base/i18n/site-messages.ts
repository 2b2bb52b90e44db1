import type { Messages } from '@parley/shared/i18n'

/** The texts the build found: English, which stands in where others have none, and how to get the others. */
export interface SiteMessages {
  english: Messages
  others: Readonly<Record<string, () => Promise<{ default: Messages }>>>
}

/** What a browser shows its page in; code that is loaded later adds to it. */
let shown: { locale: string; messages: Messages } | undefined

/** The texts of one locale over the English ones. */
export async function loadMessages(site: SiteMessages, locale: string): Promise<Messages> {
  const load = site.others[locale]
  const messages = load === undefined ? site.english : { ...site.english, ...(await load()).default }
  shown = { locale, messages }
  return messages
}

/** Adds the texts that code outside of the first view names. The build has that code wait for this. */
export async function addMessages(site: SiteMessages): Promise<void> {
  if (shown === undefined) return
  const { locale, messages } = shown
  Object.assign(messages, site.english)
  try {
    Object.assign(messages, (await site.others[locale]?.())?.default)
  } catch {
    // A module that failed once is never tried again: English is better than nothing at all.
  }
}
