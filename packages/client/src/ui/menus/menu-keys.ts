const TYPEAHEAD_PAUSE = 500

/** The items of a menu that can have the focus, in order. Disabled ones can, as the ARIA practices advise. */
export function menuItems(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
}

/**
 * Keys inside an open menu by the ARIA Authoring Practices (menu button): arrows, Home, End, letters, Tab.
 * Escape is the popover's own.
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
      typed = now - lastTyped < TYPEAHEAD_PAUSE ? typed + event.key : event.key
      lastTyped = now
      const found = findByText(items, typed.toLocaleLowerCase(), current)
      if (found >= 0) focus(found)
    }
  }
}

// A new letter starts after the current item, so that the same letter again goes to the next one.
function findByText(items: HTMLElement[], text: string, current: number): number {
  const start = text.length > 1 ? Math.max(0, current) : current + 1
  for (let step = 0; step < items.length; step++) {
    const index = (start + step) % items.length
    if (items[index]?.textContent?.trim().toLocaleLowerCase().startsWith(text)) return index
  }
  return -1
}
