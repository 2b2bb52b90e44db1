import { Button, type PostProps, useApp } from '@parley/client'
import type { ReactNode } from 'react'
import { approvePost } from './approve.ts'

/** Approves a post. */
export function ApproveButton({ post }: PostProps): ReactNode {
  const app = useApp()
  return (
    <Button isSmall icon="check" onClick={() => void approvePost(app, post)}>
      {app.t('approval.forum.post_controls.approve_button')}
    </Button>
  )
}
