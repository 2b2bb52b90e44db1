import type { App } from '@parley/client'
import type { Theme } from '../shared.ts'

const prefersDark = '(prefers-color-scheme: dark)'
const system = matchMedia(prefersDark)
/** By theme. */
const names = [undefined, 'light', 'dark'] as const
const schemes = ['light dark', 'light', 'dark']
const medias = [prefersDark, 'not all', 'all']

const listeners = new Set<(name: ThemeName) => void>()

/** The name of a theme; undefined where the system decides. */
export type ThemeName = (typeof names)[number]

/** The name of a theme; empty where the system decides. */
export const nameOf = (theme: Theme) => names[theme] ?? ''

/** The theme of the page. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' ? 1 : theme === 'dark' ? 2 : 0
}

/** Tells the name of the theme, now and whenever it changes. Returns what ends that. */
export function onTheme(listener: (name: ThemeName) => void): () => void {
  listeners.add(listener)
  listener(names[currentTheme()])
  return () => listeners.delete(listener)
}

/** Gives the page a theme: its attribute, what the browser's own parts follow, and the sheets for clients that read them. */
export function show({ boot }: Pick<App, 'boot'>, theme: Theme): void {
  const { dataset } = document.documentElement
  const name = names[theme]
  if (name) dataset.theme = name
  else delete dataset.theme
  const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)
  meta('color-scheme')?.setAttribute('content', schemes[theme] ?? '')
  meta('theme-color')?.setAttribute('media', medias[theme] ?? '')
  showSheets(theme, boot)
  for (const listener of listeners) listener(name)
  tell()
}

/** New links in place of those that there are: the sheet of the other theme has no effect while the new one loads. */
function showSheets(theme: Theme, boot: App['boot']): void {
  for (const link of document.querySelectorAll('link[class^=nightmode-]')) link.remove()
  const { 'fof-nightmode.assets.day': day = '', 'fof-nightmode.assets.night': night = '' } = boot
  if (theme !== 2) addSheet('light', day, theme === 0 ? `not all and ${prefersDark}` : '')
  if (theme !== 1) addSheet('dark', night, theme === 0 ? prefersDark : '')
}

function addSheet(name: string, href: string, media: string): void {
  const link = document.createElement('link')
  document.head.append(
    Object.assign(link, { rel: 'stylesheet', className: `nightmode-${name}`, media, href }),
  )
}

/** Tells other scripts whether the page is light or dark now. */
function tell(): void {
  const theme = currentTheme()
  const isDark = theme === 2 || (theme === 0 && system.matches)
  document.dispatchEvent(new CustomEvent('fofnightmodechange', { detail: isDark ? 'night' : 'day' }))
}

system.addEventListener('change', () => currentTheme() === 0 && tell())
