import { type RefObject, useEffect, useRef, useState } from 'react'
import { useMedia } from '../../../ui/use-media.ts'
import { isPanePinned, pinPane } from './pane-pin.ts'

/** Milliseconds between the pointer's leaving and the pane's. */
const HIDE_AFTER = 250

/** When the list beside a discussion is to be seen. */
export interface PaneState {
  isOpen: boolean
  /** It is drawn while it goes. */
  wasOpen: boolean
  isPinned: boolean
  show: () => void
  hide: () => void
  /** Unless the pointer or the focus comes back, or the focus is still there. */
  hideSoon: () => void
  pin: (isOn: boolean) => void
}

/** @param area a press outside of it closes the pane. */
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
      }, HIDE_AFTER)
    },
    pin(isOn) {
      pinPane(isOn)
      setWantsPin(isOn)
    },
  }
}
