/** Whether this browser can copy texts at all. */
export function canCopy(): boolean {
  return navigator.clipboard !== undefined || document.queryCommandSupported('copy')
}

/**
 * Copies a text to the clipboard, also without the clipboard API (pages without HTTPS). Call it from a click handler.
 * @returns whether the text was copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

function copyByCommand(text: string): boolean {
  const handleCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', handleCopy, { capture: true })
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', handleCopy, { capture: true })
  }
}
