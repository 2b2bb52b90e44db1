import type { Messages } from '@parley/shared/i18n'

/** The messages of the build: English, the fallback of all locales, and loaders for the others. */
export interface SiteMessages {
  english: Messages
  others: Readonly<Record<string, () => Promise<{ default: Messages }>>>
}

/** The locale and messages of the browser's page. Code that is loaded later adds messages. */
let current: { locale: string; messages: Messages } | undefined

/** Loads the messages of one locale, with the English ones as fallback. */
export async function loadMessages(site: SiteMessages, locale: string): Promise<Messages> {
  const load = site.others[locale]
  const messages = load === undefined ? site.english : { ...site.english, ...(await load()).default }
  current = { locale, messages }
  return messages
}

/** Adds the messages of code outside of the first view. The build makes that code wait for this. */
export async function addMessages(site: SiteMessages): Promise<void> {
  if (current === undefined) return
  const { locale, messages } = current
  Object.assign(messages, site.english)
  try {
    Object.assign(messages, (await site.others[locale]?.())?.default)
  } catch {
    // Browsers do not retry a module that failed once. English is the fallback.
  }
}
