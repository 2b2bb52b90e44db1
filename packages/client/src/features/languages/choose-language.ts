import type { App } from '../../base/app-context.ts'
import { preferenceSaver } from '../settings/preferences.ts'

// `spec` core section 7: guests' choice is kept until then.
const EXPIRES = 'Fri, 01 Jan 2038 00:00:00 GMT'

/**
 * Shows the forum in another language from now on, by loading the page anew. @returns false when it could not be saved,
 * which an alert has said.
 */
export async function chooseLanguage(app: App, locale: string): Promise<boolean> {
  if (app.userId === undefined) keepInCookie(app, locale)
  else if (!(await preferenceSaver(app).save({ locale }))) return false
  window.location.reload()
  return true
}

function keepInCookie({ forum }: App, locale: string): void {
  const path = forum.basePath || '/'
  document.cookie = `locale=${encodeURIComponent(locale)}; expires=${EXPIRES}; path=${path}; samesite=lax`
}
