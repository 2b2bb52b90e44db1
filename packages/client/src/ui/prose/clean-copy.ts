/** Selectors of elements to replace by their content, and to remove; attributes to remove. */
const wrappers = 'div, span, details, a.Prose-image'
const addedElements = 'button, summary, .Tooltip, [inert]'
const presentationAttributes = [
  'class',
  'style',
  'tabindex',
  'role',
  'aria-label',
  'dir',
  'data-highlighted',
  'loading',
]

/** Copies selections of a text without the forum's colours, buttons and labels. */
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
  for (const element of fragment.querySelectorAll(addedElements)) element.remove()
  for (const element of fragment.querySelectorAll(wrappers)) element.replaceWith(...element.childNodes)
  for (const element of fragment.querySelectorAll('*'))
    for (const name of presentationAttributes) element.removeAttribute(name)
  // Makes relative URLs absolute.
  for (const link of fragment.querySelectorAll('a')) link.setAttribute('href', link.href)
  for (const image of fragment.querySelectorAll('img')) image.setAttribute('src', image.src)
  const holder = document.createElement('div')
  holder.append(fragment)
  return holder.innerHTML
}
