import { Button, type PostProps, useApp } from '@parley/client'
import type { MouseEvent, ReactNode } from 'react'
import { approvePost } from './approve.ts'

/** Approves a post. The button disappears then, and leaves the focus in the post. */
export function ApproveButton({ post }: PostProps): ReactNode {
  const app = useApp()
  const handleClick = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const article = currentTarget.closest('article')
    await approvePost(app, post)
    if (document.activeElement === document.body)
      article?.querySelector<HTMLElement>('.Post-actions [aria-haspopup]')?.focus({ preventScroll: true })
  }
  return (
    <Button variant="outline" isSmall icon="check" onClick={(event) => void handleClick(event)}>
      {app.t('approval.forum.post_controls.approve_button')}
    </Button>
  )
}
