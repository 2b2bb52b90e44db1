import { type RefObject, useEffect } from 'react'

/** State of the popup with the suggestions. */
export interface Popup {
  isOpen: boolean
  /** Id of the suggestion that the arrow keys selected. */
  activeId?: string
}

interface OptionKeys {
  input: RefObject<HTMLInputElement | null>
  listId: string
  isOpen: boolean
  activeId: string | undefined
  onPopup: (popup: Popup) => void
  onText: (text: string) => void
}

/** Handles the keys of a combobox: arrows move through the options, Enter takes one, Escape closes or clears. */
export function useOptionKeys({ input, listId, isOpen, activeId, onPopup, onText }: OptionKeys): void {
  useEffect(() => {
    const field = input.current
    if (field === null) return
    const options = () => [...document.querySelectorAll<HTMLElement>(`#${CSS.escape(listId)} [role=option]`)]
    const move = (step: 1 | -1) => {
      const all = options()
      // The field itself is a stop between the last option and the first.
      const stops = [undefined, ...all]
      const current = all.findIndex(({ id }) => id === activeId) + 1
      const next = stops.at((current + step) % stops.length)
      next?.scrollIntoView({ block: 'nearest' })
      onPopup({ isOpen: true, activeId: next?.id })
    }
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing) return
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        move(event.key === 'ArrowDown' ? 1 : -1)
      } else if (event.key === 'Enter' && isOpen && activeId !== undefined) {
        event.preventDefault()
        document.getElementById(activeId)?.click()
      } else if (event.key === 'Escape' && (isOpen || field.value !== '')) {
        event.preventDefault()
        if (!isOpen) onText('')
        onPopup({ isOpen: false })
      }
    }
    field.addEventListener('keydown', handleKeyDown)
    return () => field.removeEventListener('keydown', handleKeyDown)
  }, [input, listId, isOpen, activeId, onPopup, onText])
}
