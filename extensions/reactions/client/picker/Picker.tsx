import { useApp, useRecord } from '@parley/client'
import { placePopover } from '@parley/client/late'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { choose } from '../choose.ts'
import { Glyph } from '../Glyph.tsx'
import { useNameOf, useTypes } from '../types.ts'
import './picker.css'

export interface PickerProps {
  postId: string
  /** What the picker belongs to: a press elsewhere closes it. */
  frame: RefObject<HTMLElement | null>
  takesFocus: boolean
  /** @param isDismissal closed by Esc. */
  onClose(isDismissal: boolean): void
}

/** The types to choose from, in one row on phones. One stop of the Tab key, in which arrows move. */
export function Picker({ postId, frame, takesFocus, onClose }: PickerProps): ReactNode {
  const app = useApp()
  const nameOf = useNameOf()
  const popover = useRef<HTMLDivElement>(null)
  const post = useRecord('posts', postId)
  const own = post?.userReactionIdentifier ?? null
  const types = useTypes().filter(({ enabled }) => enabled)
  const stop = Math.max(
    0,
    types.findIndex(({ id }) => Number(id) === own),
  )
  usePopover(popover, frame)
  useDismissal(popover, frame, onClose)
  useEffect(() => {
    if (takesFocus)
      buttonsIn(popover.current)
        .find(({ tabIndex }) => tabIndex === 0)
        ?.focus()
  }, [takesFocus])

  const handleChoice = (typeId: number) => {
    onClose(false)
    if (post) void choose(app, post, typeId === own ? null : typeId)
  }
  return (
    <div
      ref={popover}
      className="ReactionPicker"
      popover="manual"
      role="toolbar"
      aria-label={app.t('reactions.forum.picker.label')}
      onKeyDown={moveFocus}
    >
      {types.map((type, index) => (
        <button
          key={type.id}
          type="button"
          className="ReactionPicker-item"
          aria-label={nameOf(type)}
          data-tooltip={nameOf(type)}
          aria-pressed={Number(type.id) === own}
          tabIndex={index === stop ? 0 : -1}
          onClick={() => handleChoice(Number(type.id))}
        >
          <Glyph type={type} />
        </button>
      ))}
      {types.length === 0 && <p className="Muted">{app.t('reactions.forum.picker.empty_text')}</p>}
    </div>
  )
}

/** Opens a popover beside what was pressed in its frame. */
function usePopover(popover: RefObject<HTMLElement | null>, frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = popover
    const buttons = [...(frame.current?.querySelectorAll('button') ?? [])]
    // The pressed count, or the button: the Tab key goes on from it behind the picker.
    const source = buttons.find((button) => button.matches(':hover, :focus')) ?? buttons[0]
    if (!current || !source) return
    current.showPopover({ source })
    return placePopover(source, current, 'start')
  }, [popover, frame])
}

/** Closes with Esc, and with a press elsewhere. */
function useDismissal(
  popover: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
  onClose: PickerProps['onClose'],
): void {
  const handlePress = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !frame.current?.contains(target)) onClose(false)
  })
  const handleKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (popover.current?.contains(document.activeElement)) frame.current?.querySelector('button')?.focus()
    onClose(true)
  })
  useEffect(() => {
    const ending = new AbortController()
    const options = { capture: true, signal: ending.signal }
    document.addEventListener('pointerdown', (event) => handlePress(event), options)
    document.addEventListener('keydown', (event) => handleKey(event), options)
    return () => ending.abort()
  }, [])
}

function buttonsIn(element: HTMLElement | null): HTMLElement[] {
  return [...(element?.querySelectorAll('button') ?? [])]
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = buttonsIn(event.currentTarget)
  const index = buttons.indexOf(document.activeElement as HTMLElement)
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const step = isRtl ? -1 : 1
  const next = { ArrowRight: index + step, ArrowLeft: index - step, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  event.stopPropagation()
  buttons.at(next % buttons.length)?.focus()
}
