import type { App } from '@parley/client'
import { iconPath } from '@parley/shared'

/** Draws the icons of mentions, which the HTML names by their Font Awesome classes. */
export function showIcons(text: HTMLElement, { href }: Pick<App, 'href'>): void {
  for (const icon of text.querySelectorAll<HTMLElement>('.GroupMention > .icon, .TagMention .icon')) {
    const path = iconPath(icon.className.replace(/^icon /, ''))
    if (path === undefined) continue
    icon.classList.add('NamedIcon')
    icon.style.setProperty('--icon', `url("${href(path)}")`)
  }
}
