import type { App } from '../../points/app.ts'

/**
 * Lets images open large: each becomes a link to its file, which opens in a dialog. Skips images inside links, and images that
 * extensions render inline: with a class, or in a frame that has one. `data-large` says that one with a class opens, too.
 */
export function enhanceImages(root: HTMLElement, app: App, signal: AbortSignal): void {
  for (const image of imagesIn(root)) {
    if (image.complete) linkImage(image, app)
    else image.addEventListener('load', () => linkImage(image, app), { once: true, signal })
  }
  root.addEventListener('click', (event) => showLarge(event, root, app), { signal })
}

/** The images that open large, also those that are links already. */
function imagesIn(root: HTMLElement): HTMLImageElement[] {
  const images = 'img[data-large], img:not([class], span[class]:not(.spoiler) > img)'
  return [...root.querySelectorAll<HTMLImageElement>(images)].filter((image) => {
    const link = image.closest('a')
    return link === null || link.matches('.Prose-image')
  })
}

function linkImage(image: HTMLImageElement, app: App): void {
  const isBroken = image.naturalWidth === 0
  if (isBroken) return
  const link = document.createElement('a')
  link.className = 'Prose-image'
  link.href = image.src
  link.rel = 'ugc nofollow noopener'
  link.ariaHasPopup = 'dialog'
  if (image.alt.trim() === '') link.ariaLabel = app.t('core.lib.prose.image_label')
  image.replaceWith(link)
  link.append(image)
}

function showLarge(event: MouseEvent, root: HTMLElement, app: App): void {
  if (event.defaultPrevented || !(event.target instanceof Element)) return
  // Modified clicks open the link in a new tab or window.
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target.closest('a.Prose-image')
  const image = link?.querySelector('img')
  if (!image) return
  event.preventDefault()
  const shown = imagesIn(root).filter((one) => one === image || isShown(one))
  void app.modals.load(async () => (await import('./ImageModal.tsx')).ImageModal, {
    images: shown.map(({ src, alt }) => ({ src, alt: alt.trim() })),
    start: shown.indexOf(image),
  })
}

/** Whether an image is not in a closed spoiler. */
function isShown(image: HTMLImageElement): boolean {
  return image.getClientRects().length > 0 && getComputedStyle(image).visibility === 'visible'
}
