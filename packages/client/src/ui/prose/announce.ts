let region: HTMLElement | undefined

/** Has assistive technology read out a text once, after what it is saying. */
export function announce(text: string): void {
  const status = liveRegion()
  status.textContent = ''
  // The same text twice would be no change.
  requestAnimationFrame(() => {
    status.textContent = text
  })
}

/** Has to be in the page before it speaks. */
export function liveRegion(): HTMLElement {
  if (region?.isConnected) return region
  region = document.createElement('div')
  region.className = 'VisuallyHidden'
  region.role = 'status'
  document.body.append(region)
  return region
}
