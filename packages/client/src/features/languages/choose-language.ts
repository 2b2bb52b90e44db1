import { alertOnError } from '../../base/alerts.ts'
import type { App } from '../../points/app.ts'

// The expiry of a guest's choice (screens 7).
const expires = 'Fri, 01 Jan 2038 00:00:00 GMT'

/**
 * Saves another language and reloads the page in it. @returns false if the language was not saved, after showing an
 * alert.
 */
export async function chooseLanguage(app: App, locale: string): Promise<boolean> {
  if (app.userId === undefined) storeInCookie(app, locale)
  else if (!(await saveAsPreference(app, locale))) return false
  window.location.reload()
  return true
}

function storeInCookie({ forum }: App, locale: string): void {
  const path = forum.basePath || '/'
  document.cookie = `locale=${encodeURIComponent(locale)}; expires=${expires}; path=${path}; samesite=lax`
}

/** Members rarely choose a language, so the code that saves preferences is not part of the first view. */
async function saveAsPreference(app: App, locale: string): Promise<boolean> {
  let isSaved = false
  await alertOnError(app, async () => {
    const { preferenceSaver } = await app.connection.load(() => import('../settings/preferences.ts'))
    isSaved = await preferenceSaver(app).save({ locale })
  })
  return isSaved
}
