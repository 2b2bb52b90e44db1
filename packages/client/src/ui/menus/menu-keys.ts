/** Milliseconds between two letters after which type-ahead starts again. */
const typeAheadTimeout = 500

/** The focusable items of a menu, in order. Includes disabled ones, as the ARIA practices advise. */
export function menuItems(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
}

/**
 * Handles the keys of an open menu by the ARIA Authoring Practices (menu button): arrows, Home, End, letters, Tab.
 * The popover handles Escape.
 */
export function createMenuKeys(close: () => void): (event: KeyboardEvent, menu: Element) => void {
  let typed = ''
  let lastTyped = 0
  return (event, menu) => {
    const items = menuItems(menu)
    const current = items.indexOf(document.activeElement as HTMLElement)
    const focus = (index: number) => {
      event.preventDefault()
      items.at(index % items.length)?.focus()
    }
    if (event.key === 'ArrowDown') focus(current + 1)
    else if (event.key === 'ArrowUp') focus(current <= 0 ? -1 : current - 1)
    else if (event.key === 'Home') focus(0)
    else if (event.key === 'End') focus(-1)
    else if (event.key === 'Tab') close()
    else if (
      event.key.length === 1 &&
      event.key !== ' ' &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      const now = event.timeStamp
      typed = now - lastTyped < typeAheadTimeout ? typed + event.key : event.key
      lastTyped = now
      const found = findByText(items, typed.toLocaleLowerCase(), current)
      if (found >= 0) focus(found)
    }
  }
}

// Searching for one letter starts after the current item, so that repeating the letter moves on.
function findByText(items: HTMLElement[], text: string, current: number): number {
  const start = text.length > 1 ? Math.max(0, current) : current + 1
  for (let step = 0; step < items.length; step++) {
    const index = (start + step) % items.length
    if (items[index]?.textContent?.trim().toLocaleLowerCase().startsWith(text)) return index
  }
  return -1
}
