import { themeTint } from '@parley/shared'
import { findForeignAddress } from '@parley/shared/style-sheet'

/** Values of the settings of the page, by key. */
export type AppearanceValues = Readonly<Record<string, string>>

const isOn = (value: string | undefined) => value !== undefined && value !== '' && value !== '0'
const color = /^#([0-9a-f]{3}){1,2}$/i

/**
 * Gives a page of the forum the appearance of these values, as the server would: colours, scheme, header, styles and
 * HTML. Values that the server would refuse change nothing.
 */
export function applyAppearance(page: Document, values: AppearanceValues): void {
  const root = page.documentElement
  const { theme_primary_color: accent = '', theme_secondary_color: secondary = '' } = values
  if (color.test(accent)) root.style.setProperty('--accent-seed', accent)
  // An empty value removes the property.
  if (color.test(secondary)) root.style.setProperty('--tint-seed', themeTint(secondary) ?? '')
  setData(root, 'theme', isOn(values.theme_dark_mode) ? 'dark' : undefined)
  setData(root, 'header', isOn(values.theme_colored_header) ? 'colored' : undefined)
  const styles = values.custom_less ?? ''
  if (findForeignAddress(styles) === undefined) applyStyles(page, styles)
  applyHtml(page.querySelector('#content'), 'headerHtml', values.custom_header ?? '')
  applyHtml(page.querySelector('.Footer'), 'footerHtml', values.custom_footer ?? '')
}

function setData(root: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) delete root.dataset[name]
  else root.dataset[name] = value
}

/** Replaces the stored style sheet. The content security policy lets scripts add sheets, but no elements with styles. */
function applyStyles(page: Document, css: string): void {
  for (const link of page.querySelectorAll<HTMLLinkElement>('link[href*="/custom.css"]')) link.disabled = true
  const view = page.defaultView
  if (!view) return
  const [sheet = new view.CSSStyleSheet()] = page.adoptedStyleSheets
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
}

function applyHtml(parent: Element | null, place: string, html: string): void {
  if (!parent) return
  const existing = parent.querySelector(`.CustomHtml--${place}`)
  const element = existing ?? parent.ownerDocument.createElement('div')
  element.className = `CustomHtml CustomHtml--${place}`
  element.innerHTML = html
  if (!existing) parent.prepend(element)
}
