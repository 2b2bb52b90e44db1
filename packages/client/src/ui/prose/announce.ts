let region: HTMLElement | undefined

/** Announces a text once to assistive technology, politely. */
export function announce(text: string): void {
  const status = ensureLiveRegion()
  status.textContent = ''
  // Live regions ignore an unchanged text.
  requestAnimationFrame(() => {
    status.textContent = text
  })
}

/** Adds the live region to the page. It must exist before its first announcement. */
export function ensureLiveRegion(): HTMLElement {
  if (region?.isConnected) return region
  region = document.createElement('div')
  region.className = 'VisuallyHidden'
  region.role = 'status'
  document.body.append(region)
  return region
}
