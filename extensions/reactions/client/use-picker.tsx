import { useApp } from '@parley/client'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { PickerProps } from './picker/Picker.tsx'

/** Milliseconds for which the pointer rests, the focus stays, or a finger presses until the picker opens. */
const hoverDelay = 150
const focusDelay = 400
const pressDelay = 400
/** Milliseconds for which the pointer may be beside the picker before it closes. */
const leaveDelay = 300
/** Pixels that a pressing finger may move. */
const slack = 10

interface Opened {
  Picker(props: PickerProps): ReactNode
  takesFocus: boolean
}

/**
 * Opens the picker of a post, whose code is loaded with the first intent.
 * @returns handlers for a frame around what is pressed, and the picker for the end of the frame.
 */
export function usePicker(postId: string) {
  const app = useApp()
  const ref = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<Opened>()
  const timer = useTimer()
  // Esc closes the picker until the focus or the pointer comes again.
  const isDismissed = useRef(false)
  const attempt = useRef(0)

  const load = () => app.connection.load(() => import('./picker/Picker.tsx'))
  const show = async (takesFocus: boolean) => {
    attempt.current += 1
    const current = attempt.current
    const { Picker } = await load()
    // The reader may have left or chosen meanwhile.
    if (ref.current && current === attempt.current) setOpened({ Picker, takesFocus })
  }
  /** Opens the picker; with the focus in it where the keyboard asks. */
  const open = async (takesFocus: boolean) => {
    timer.clear()
    try {
      await show(takesFocus)
    } catch (error) {
      app.alerts.showError(error, () => void open(takesFocus))
    }
  }
  const close = (isDismissal = false) => {
    isDismissed.current = isDismissal
    attempt.current += 1
    timer.clear()
    setOpened(undefined)
  }
  /** Opens it later, without a click: a failure is silent. */
  const plan = (delay: number, isStill: () => boolean) => {
    if (opened || isDismissed.current || document.querySelector('.Menu:popover-open, dialog[open]')) return
    void load().catch(() => {})
    timer.set(delay, () => {
      if (isStill()) void show(false).catch(() => {})
    })
  }
  const control = { timer, isDismissed, open, close, plan }
  return {
    ref,
    isOpen: opened !== undefined,
    open,
    close,
    press: usePress(control),
    intent: intentHandlers(control),
    picker: opened && (
      <opened.Picker postId={postId} frame={ref} takesFocus={opened.takesFocus} onClose={close} />
    ),
  }
}

interface Control {
  timer: ReturnType<typeof useTimer>
  isDismissed: { current: boolean }
  open(takesFocus: boolean): Promise<void>
  close(isDismissal?: boolean): void
  plan(delay: number, isStill: () => boolean): void
}

/** Handlers of a frame that open the picker with a long press of a finger. */
function usePress({ timer, open }: Control) {
  const pressed = useRef<{ x: number; y: number; isLong: boolean }>(undefined)
  const end = () => {
    if (pressed.current) timer.clear()
  }
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y, target }: PointerEvent) {
      pressed.current = undefined
      const isOnPicker = target instanceof Element && target.closest('[popover]') !== null
      if (pointerType !== 'touch' || isOnPicker) return
      const press = { x, y, isLong: false }
      pressed.current = press
      timer.set(pressDelay, () => {
        press.isLong = true
        void open(false)
      })
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const press = pressed.current
      if (press && !press.isLong && Math.hypot(clientX - press.x, clientY - press.y) > slack) timer.clear()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      // The finger is lifted from what it has pressed: that is no tap.
      if (!pressed.current?.isLong) return
      pressed.current = undefined
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu(event: MouseEvent) {
      if (pressed.current) event.preventDefault()
    },
  }
}

/** Handlers of a frame that open the picker also where the pointer or the focus rests. */
function intentHandlers({ timer, isDismissed, open, close, plan }: Control) {
  return {
    onPointerEnter({ pointerType, currentTarget }: PointerEvent) {
      if (pointerType === 'touch') return
      isDismissed.current = false
      timer.clear()
      plan(hoverDelay, () => currentTarget.matches(':hover'))
    },
    onPointerLeave({ pointerType }: PointerEvent) {
      if (pointerType !== 'touch') timer.set(leaveDelay, close)
    },
    onFocus({ target }: FocusEvent<HTMLElement>) {
      if (target.matches(':focus-visible')) plan(focusDelay, () => target === document.activeElement)
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget)) close()
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const isOnButton = event.target === event.currentTarget.firstElementChild
      if (!isOnButton || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      void open(true)
    },
  }
}

/** One timer, which ends with the component. */
function useTimer() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const clear = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    clear,
    set(delay: number, run: () => void) {
      clear()
      timer.current = setTimeout(run, delay)
    },
  }
}
