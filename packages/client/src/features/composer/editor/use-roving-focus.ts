import { type RefObject, useEffect, useLayoutEffect } from 'react'

const controls = 'button, a[href], select, input:not([hidden])'

/** Makes a toolbar one stop of the Tab key: arrows, Home and End move inside, by the ARIA pattern of toolbars. */
export function useRovingFocus(toolbar: RefObject<HTMLElement | null>): void {
  // Extensions add and remove controls with any rendering.
  useLayoutEffect(() => {
    if (toolbar.current !== null) setStop(toolbar.current)
  })
  useEffect(() => {
    const element = toolbar.current
    if (element === null) return
    const listeners = new AbortController()
    const { signal } = listeners
    const handleFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) setStop(element, target)
    }
    const handleKey = (event: KeyboardEvent) => {
      // Fields move their caret with these keys.
      if (event.target instanceof Element && event.target.matches('input, select, textarea')) return
      const all = controlsIn(element)
      const index = all.indexOf(document.activeElement as HTMLElement)
      const forward = getComputedStyle(element).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
      const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
      const next = { [forward]: index + 1, [backward]: index - 1, Home: 0, End: -1 }[event.key]
      if (index === -1 || next === undefined) return
      event.preventDefault()
      all.at(next % all.length)?.focus()
    }
    element.addEventListener('focusin', handleFocus, { signal })
    element.addEventListener('keydown', handleKey, { signal })
    return () => listeners.abort()
  }, [toolbar])
}

function controlsIn(toolbar: HTMLElement): HTMLElement[] {
  // An open menu has keys of its own.
  return [...toolbar.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => control.closest('[popover]') === null,
  )
}

/** Tab leads to one control: the given one, the former stop, or the first. */
function setStop(toolbar: HTMLElement, control?: HTMLElement): void {
  const all = controlsIn(toolbar)
  const former = all.find(({ tabIndex, dataset }) => tabIndex === 0 && dataset.stop !== undefined)
  const stop = control !== undefined && all.includes(control) ? control : (former ?? all[0])
  for (const one of all) {
    one.tabIndex = one === stop ? 0 : -1
    if (one === stop) one.dataset.stop = ''
    else delete one.dataset.stop
  }
}
