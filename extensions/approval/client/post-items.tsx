import {
  Icon,
  MenuItem,
  PostControls,
  PostMeta,
  PostNotices,
  type PostProps,
  useApp,
  useT,
} from '@parley/client'
import type { ReactNode } from 'react'
import { ApproveButton } from './ApproveButton.tsx'
import { approvePost, isFlagged } from './approve.ts'
import flagItems from './flag-items.tsx'

const isAwaiting = ({ post }: PostProps) => post.isApproved === false

/** What posts that wait have on the page of their discussion. */
export default [
  PostMeta.add('awaitingApproval', AwaitingMark, { priority: 100, when: isAwaiting }),
  // Flags have a notice of their own, with the same button.
  PostNotices.add('awaitingApproval', AwaitingNotice, {
    when: ({ post }) => isAwaiting({ post }) && !isFlagged(post),
  }),
  PostControls.add('approve', ApproveControl, {
    priority: 10,
    when: ({ post }) => isAwaiting({ post }) && post.canApprove === true,
  }),
  ...flagItems,
]

function AwaitingMark(): ReactNode {
  const t = useT()
  return (
    <span className="Post-awaiting">
      <Icon name="clock" isSmall /> {t('approval.forum.post.awaiting_approval_text')}
    </span>
  )
}

function AwaitingNotice({ post }: PostProps): ReactNode {
  const t = useT()
  return (
    <div className="Post-notice">
      <span>{t(`approval.forum.post.${post.canApprove ? 'moderator' : 'author'}_text`)}</span>
      {post.canApprove && <ApproveButton post={post} />}
    </div>
  )
}

function ApproveControl({ post }: PostProps): ReactNode {
  const app = useApp()
  return (
    <MenuItem icon="check" onSelect={() => void approvePost(app, post)}>
      {app.t('approval.forum.post_controls.approve_button')}
    </MenuItem>
  )
}
