import { Button, Loading, useApp } from '@parley/client'
import { placePopover } from '@parley/client/late'
import {
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fetchEmoji, knownEmoji } from '../known-emoji.ts'
import type { Emoji } from '../load-data.ts'
import { PickerContent } from './PickerContent.tsx'

export interface PickerProps {
  id: string
  /** What opens and closes the picker. */
  button: RefObject<HTMLButtonElement | null>
}

/** The emoji to choose from, above the toolbar; on phones a sheet at the foot of the window. */
export function Picker({ id, button }: PickerProps): ReactNode {
  const { t } = useApp()
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { all, hasFailed, retry } = useAllEmoji()
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
      aria-label={t('emoji.forum.emoji-button.picker_label')}
      onToggle={handleToggle}
    >
      {all && isOpen ? (
        <PickerContent all={all} onClose={() => popover.current?.hidePopover()} />
      ) : (
        <Waiting hasFailed={hasFailed} onRetry={retry} />
      )}
    </div>
  )
}

function Waiting({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }): ReactNode {
  const { t } = useApp()
  return (
    <div className="EmojiPicker-waiting">
      {hasFailed ? <Button onClick={onRetry}>{t('core.lib.alert.retry_button')}</Button> : <Loading />}
    </div>
  )
}

/** All emoji in the reader's language, once they are loaded. */
function useAllEmoji() {
  const app = useApp()
  const [all, setAll] = useState<readonly Emoji[] | undefined>(() => knownEmoji(app))
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    void attempt
    let isCurrent = true
    setHasFailed(false)
    fetchEmoji(app).then(
      (loaded) => isCurrent && setAll(loaded),
      () => isCurrent && setHasFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [app, attempt])
  return { all, hasFailed, retry: () => setAttempt((count) => count + 1) }
}
