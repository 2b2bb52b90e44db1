import { type App, useApp } from '@parley/client'
import { placePopover } from '@parley/client/late'
import { type ReactNode, type RefObject, type ToggleEvent, useLayoutEffect, useRef, useState } from 'react'
import { fetchEmoji, knownEmoji } from '../known-emoji.ts'
import { PickerContent } from './PickerContent.tsx'

/**
 * Loads what the picker shows. It is not rendered before.
 * @throws ChunkLoadError
 */
export async function loadPicker(app: App): Promise<void> {
  await fetchEmoji(app)
}

export interface PickerProps {
  id: string
  /** What opens and closes the picker. */
  button: RefObject<HTMLButtonElement | null>
}

/** The emoji to choose from, above the toolbar; on phones a sheet at the foot of the window. */
export function Picker({ id, button }: PickerProps): ReactNode {
  const app = useApp()
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const stopFollowing = useRef<(() => void) | undefined>(undefined)

  // Opens after the first rendering. Later the browser opens and closes it, through `popoverTarget`.
  useLayoutEffect(() => {
    popover.current?.showPopover({ source: button.current ?? undefined })
    return () => stopFollowing.current?.()
  }, [button])

  const handleToggle = (event: ToggleEvent) => {
    const opens = event.newState === 'open'
    stopFollowing.current?.()
    stopFollowing.current = undefined
    setIsOpen(opens)
    const isSheet = window.matchMedia('(width < 768px)').matches
    if (opens && !isSheet && button.current && popover.current)
      stopFollowing.current = placePopover(button.current, popover.current, 'start')
  }

  return (
    <div
      ref={popover}
      id={id}
      className="EmojiPicker"
      popover="auto"
      role="dialog"
      aria-label={app.t('emoji.forum.emoji-button.picker_label')}
      onToggle={handleToggle}
    >
      {isOpen && <PickerContent all={knownEmoji(app) ?? []} onClose={() => popover.current?.hidePopover()} />}
    </div>
  )
}
