import { type CSSProperties, useState } from 'react'

/** Pixels; the least is what the specification sets. */
const LEAST = 200
const DEFAULT = 416
/** What stays visible of the page above. */
const ABOVE = 72
const STORAGE_KEY = 'parley.composerHeight'

export interface ComposerHeight {
  /** Pixels. */
  value: number
  least: number
  greatest: number
  style: CSSProperties
  set: (pixels: number) => void
}

/** How tall the composer is: as the person left it on this device. */
export function useComposerHeight(): ComposerHeight {
  const [wanted, setWanted] = useState(readHeight)
  const greatest = Math.max(LEAST, window.innerHeight - ABOVE)
  const value = Math.min(Math.max(LEAST, wanted), greatest)
  return {
    value,
    least: LEAST,
    greatest,
    style: { '--composer-height': `${value}px` } as CSSProperties,
    set(pixels) {
      const next = Math.round(Math.min(Math.max(LEAST, pixels), greatest))
      setWanted(next)
      keepHeight(next)
    },
  }
}

function readHeight(): number {
  try {
    return Number(localStorage.getItem(STORAGE_KEY)) || DEFAULT
  } catch {
    return DEFAULT
  }
}

function keepHeight(pixels: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(pixels))
  } catch {
    // Not kept where storage is full or forbidden.
  }
}
