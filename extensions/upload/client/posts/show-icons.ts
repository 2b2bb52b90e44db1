import type { App } from '@parley/client'
import { iconPath } from '@parley/shared'

/** Draws the icons of files, which the HTML names by their Font Awesome classes. */
export function showIcons(text: HTMLElement, { href }: Pick<App, 'href'>): void {
  for (const icon of text.querySelectorAll<HTMLElement>('.Upload-mark > .icon, .Upload-text .icon')) {
    const path = iconPath(icon.className.replace(/^icon /, ''))
    if (path === undefined) continue
    icon.classList.add('NamedIcon', 'NamedIcon--s')
    icon.style.setProperty('--icon', `url("${href(path)}")`)
  }
}
