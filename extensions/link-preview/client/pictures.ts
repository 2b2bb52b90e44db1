import type { App } from '@parley/client'
import { iconPath } from '@parley/shared'

/** Lets pictures of cards that cannot be loaded disappear. Nothing else moves. */
export function hideBrokenPictures(text: HTMLElement, app: App, signal: AbortSignal): void {
  // Errors of pictures do not bubble.
  const options = { capture: true, signal }
  text.addEventListener('error', ({ target }) => hide(target, app), options)
  for (const picture of text.querySelectorAll<HTMLImageElement>('.LinkPreview img')) {
    if (picture.complete && picture.naturalWidth === 0) hide(picture, app)
  }
}

function hide(picture: EventTarget | null, { href }: App): void {
  if (!(picture instanceof HTMLImageElement)) return
  if (picture.matches('.LinkPreview > img')) picture.style.visibility = 'hidden'
  if (!picture.matches('.LinkPreview small > img')) return
  const icon = document.createElement('span')
  icon.className = 'NamedIcon NamedIcon--s'
  icon.style.setProperty('--icon', `url("${href(iconPath('fas fa-globe') ?? '')}")`)
  // As the picture stood.
  icon.style.marginInlineEnd = '8px'
  icon.style.verticalAlign = '-3px'
  picture.replaceWith(icon)
}
