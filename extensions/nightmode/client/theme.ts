import { type App, preferenceSaver } from '@parley/client'
import type { Theme } from '../shared.ts'
import { deviceTheme, forgetDevice, keepOnDevice } from './device.ts'
import { currentTheme, nameOf, onTheme, show, type ThemeName } from './show.ts'

/** Where the last choice of this browser is, for its other tabs. */
const storageKey = 'nightmode'

/** Changes the theme: guests go through all three, members change between light and dark. */
export function changeTheme(app: App): Promise<void> {
  const theme = currentTheme()
  const next = app.userId === undefined ? (theme + 1) % 3 : theme === 1 ? 2 : 1
  return choose(app, next as Theme)
}

/** Shows a theme and keeps it: in the browser, or in the account. A choice that is refused is taken back. */
export async function choose(app: App, theme: Theme): Promise<void> {
  const before = currentTheme()
  show(app, theme)
  if (app.boot.isView) return
  if (isOfDevice(app)) keepOnDevice(theme)
  else if (!(await preferenceSaver(app).save({ fofNightMode: theme }))) return show(app, before)
  tellTabs(theme)
}

/** Keeps the present theme in the browser, or takes that of the account again: the member has decided which. */
export function keepForDevice(app: App, isOn: boolean): void {
  if (isOn) keepOnDevice(currentTheme())
  else forgetDevice()
  const theme = themeOf(app)
  show(app, theme)
  tellTabs(theme)
}

/** The theme that the visitor has chosen, or the default of the forum. */
function themeOf(app: App): Theme {
  const fallback = app.forum['fof-nightmode.default_theme'] ?? 0
  return (isOfDevice(app) ? deviceTheme(fallback) : preferencesOf(app)?.fofNightMode) ?? fallback
}

function preferencesOf({ store, userId }: App) {
  return userId === undefined ? undefined : store.get('users', userId)?.preferences
}

function isOfDevice(app: App): boolean {
  return app.userId === undefined || preferencesOf(app)?.fofNightMode_perDevice === true
}

/** Keeps the name of the theme, for other pages. The time makes each choice another value, so that tabs hear of it. */
function tellTabs(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, `${nameOf(theme)} ${Date.now()}`)
  } catch {
    // The browser keeps nothing for this site.
  }
}

const following = new WeakSet<App>()

/**
 * Follows the choices of other tabs, and those made since the page went to the cache of the browser. Tells `listener` the
 * theme, now and whenever it changes.
 */
export function follow(app: App, listener: (name: ThemeName) => void): void {
  onTheme(listener)
  if (following.has(app) || app.boot.isView) return
  following.add(app)
  addEventListener('storage', ({ key, newValue }) => key === storageKey && take(app, newValue))
  addEventListener('pageshow', ({ persisted }) => persisted && takeLatest(app))
  // What is no theme in the cookie is replaced.
  if (isOfDevice(app)) themeOf(app)
  // The early script has changed the page, but not all of it.
  if (nameOf(currentTheme()) !== (app.boot['nightmode.theme'] ?? '')) takeLatest(app)
  else keepUp()
}

/** The server has rendered a theme that is later than the last choice: of another account, or made on another device. */
function keepUp(): void {
  try {
    const [name, time] = (localStorage.getItem(storageKey) ?? '').split(' ')
    const theme = currentTheme()
    if (name !== nameOf(theme) && !(Number(time) > performance.timeOrigin)) tellTabs(theme)
  } catch {
    // The browser keeps nothing for this site.
  }
}

function takeLatest(app: App): void {
  try {
    take(app, localStorage.getItem(storageKey))
  } catch {
    // The browser keeps nothing for this site.
  }
}

/** Shows the choice that another page of this browser has kept. */
function take(app: App, kept: string | null): void {
  const name = kept?.split(' ', 1)[0]
  const theme = ([0, 1, 2] as const).find((one) => nameOf(one) === name)
  if (theme === undefined) return
  const { store, userId } = app
  const stored = preferencesOf(app)
  if (stored !== undefined && userId !== undefined && !isOfDevice(app)) {
    const preferences = { ...stored, fofNightMode: theme }
    store.change('users', userId, { attributes: { preferences } })
  }
  show(app, theme)
}
