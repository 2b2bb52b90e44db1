import { type RefObject, useEffect, useRef, useState } from 'react'
import { useMedia } from '../../../ui/use-media.ts'
import { isPanePinned, pinPane } from './pane-pin.ts'

/** Milliseconds after which the pane hides when pointer and focus have left it. */
const hideDelay = 250

/** Whether the pane is shown, and the actions that change it. */
export interface PaneState {
  isOpen: boolean
  /** Whether the pane was ever open: it stays rendered for its closing animation. */
  wasOpen: boolean
  isPinned: boolean
  show: () => void
  hide: () => void
  /** Hides the pane after a delay, unless the pointer or the focus returns, or the focus is still inside. */
  hideSoon: () => void
  pin: (isOn: boolean) => void
}

/** @param area the pane's element; a press outside of it closes the pane. */
export function usePane(area: RefObject<HTMLElement | null>): PaneState {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [wantsPin, setWantsPin] = useState(isPanePinned)
  const isPinned = useMedia('(width >= 1200px)') && wantsPin
  const hiding = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  useEffect(() => {
    if (!isOpen) return
    const handlePointerDown = ({ target }: PointerEvent) => {
      if (!area.current?.contains(target as Node)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', handlePointerDown)
    return () => {
      document.removeEventListener('pointerdown', handlePointerDown)
      clearTimeout(hiding.current)
    }
  }, [isOpen, area])

  return {
    isOpen,
    wasOpen,
    isPinned,
    show() {
      clearTimeout(hiding.current)
      setWasOpen(true)
      setIsOpen(true)
    },
    hide: () => setIsOpen(false),
    hideSoon() {
      clearTimeout(hiding.current)
      hiding.current = setTimeout(() => {
        if (!area.current?.contains(document.activeElement)) setIsOpen(false)
      }, hideDelay)
    },
    pin(isOn) {
      pinPane(isOn)
      setWantsPin(isOn)
    },
  }
}
