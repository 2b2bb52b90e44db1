import type { ReactNode } from 'react'
import { useRouterState } from '../../../base/router/use-router.ts'
import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useDiscussionPage } from '../page-context.ts'

/** After a jump, leads back to where the reader was, for a while. The browser's back button does the same. */
export function BackButton({ onGo }: { onGo?: (() => void) | undefined }): ReactNode {
  const { t } = useApp()
  const { jumps } = useDiscussionPage()
  const { entry } = useRouterState()
  const previousPlace = useObservable(jumps, (state) => state.previousPlace)
  if (previousPlace?.entry !== entry.key) return null
  return (
    <Button
      className="ScrubberBack"
      icon="back"
      isDirectional
      onClick={({ currentTarget }) => {
        // The button goes, and the focus with it.
        currentTarget.parentElement
          ?.querySelector<HTMLElement>('[role="slider"], .ScrubberButton')
          ?.focus({ preventScroll: true })
        jumps.goBack()
        onGo?.()
      }}
    >
      {t('core.forum.post_scrubber.back_button', { number: previousPlace.number })}
    </Button>
  )
}
