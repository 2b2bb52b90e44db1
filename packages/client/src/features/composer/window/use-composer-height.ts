import { type CSSProperties, useState } from 'react'

/** Height in pixels; the minimum is specified. */
const minHeight = 200
const defaultHeight = { min: 300, max: 416, share: 0.42 }
/** Pixels of the page that stay visible above the composer. */
const pageMargin = 72
const storageKey = 'parley.composerHeight'

export interface ComposerHeight {
  /** Pixels. */
  value: number
  min: number
  max: number
  style: CSSProperties
  set: (pixels: number) => void
}

/** The composer's height, remembered in this browser. */
export function useComposerHeight(): ComposerHeight {
  const [preferred, setPreferred] = useState(readHeight)
  const max = Math.max(minHeight, window.innerHeight - pageMargin)
  const value = Math.min(Math.max(minHeight, preferred), max)
  return {
    value,
    min: minHeight,
    max,
    style: { '--composer-height': `${value}px` } as CSSProperties,
    set(pixels) {
      const next = Math.round(Math.min(Math.max(minHeight, pixels), max))
      setPreferred(next)
      saveHeight(next)
    },
  }
}

function readHeight(): number {
  try {
    return Number(localStorage.getItem(storageKey)) || heightFor(window.innerHeight)
  } catch {
    return heightFor(window.innerHeight)
  }
}

function saveHeight(pixels: number): void {
  try {
    localStorage.setItem(storageKey, String(pixels))
  } catch {
    // Not saved if storage is full or forbidden.
  }
}

/** The height before the reader has chosen one: more than half of the page stays visible. */
function heightFor(windowHeight: number): number {
  const { min, max, share } = defaultHeight
  return Math.round(Math.min(max, Math.max(min, windowHeight * share)))
}
