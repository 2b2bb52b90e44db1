/** What the page adds to a text, or what only looks. Their content stays. */
const wrappers = 'div, span, details, a.Prose-image'
const additions = 'button, summary, .Tooltip, [inert]'
const looks = ['class', 'style', 'tabindex', 'role', 'aria-label', 'dir', 'data-highlighted', 'loading']

/** What people copy from a text comes without the forum's colours, buttons and hidden words. */
export function copyCleanly(root: HTMLElement, signal: AbortSignal): void {
  root.addEventListener(
    'copy',
    (event) => {
      const selection = getSelection()
      if (event.clipboardData === null || selection === null || selection.rangeCount !== 1) return
      const range = selection.getRangeAt(0)
      if (range.collapsed || !root.contains(range.commonAncestorContainer)) return
      event.clipboardData.setData('text/plain', selection.toString())
      const isCode = elementAt(range.commonAncestorContainer)?.closest('pre, code') ?? null
      if (isCode === null) event.clipboardData.setData('text/html', cleanHtml(range.cloneContents()))
      event.preventDefault()
    },
    { signal },
  )
}

function elementAt(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement
}

function cleanHtml(fragment: DocumentFragment): string {
  for (const element of fragment.querySelectorAll(additions)) element.remove()
  for (const element of fragment.querySelectorAll(wrappers)) element.replaceWith(...element.childNodes)
  for (const element of fragment.querySelectorAll('*'))
    for (const name of looks) element.removeAttribute(name)
  // Addresses of the forum's own are written without its name.
  for (const link of fragment.querySelectorAll('a')) link.setAttribute('href', link.href)
  for (const image of fragment.querySelectorAll('img')) image.setAttribute('src', image.src)
  const holder = document.createElement('div')
  holder.append(fragment)
  return holder.innerHTML
}
