import {
  MenuItem,
  PostControls,
  PostNotices,
  type PostProps,
  PostsListItemMeta,
  useApp,
  useT,
} from '@parley/client'
import type { ReactNode } from 'react'
import { FlaggedPostActions } from '../../flags/contract/client.tsx'
import { ApproveButton } from './ApproveButton.tsx'
import { AwaitingMark } from './AwaitingMark.tsx'
import { approvePost, isFlagged } from './approve.ts'

const isAwaiting = ({ post }: PostProps) => post.isApproved === false
const canApprove = ({ post }: PostProps) => isAwaiting({ post }) && post.canApprove === true

/** What posts that wait have on the pages of their discussion and of their author. */
export default [
  // The notice of a post with flags says the same, and has the same button.
  PostNotices.add('awaitingApproval', AwaitingNotice, {
    when: ({ post }) => isAwaiting({ post }) && !isFlagged(post),
  }),
  FlaggedPostActions.add('approve', ApproveButton, { when: canApprove }),
  PostControls.add('approve', ApproveControl, { priority: 10, when: canApprove }),
  PostsListItemMeta.add('awaitingApproval', AwaitingMark, { priority: 100, when: isAwaiting }),
]

function AwaitingNotice({ post }: PostProps): ReactNode {
  const t = useT()
  return (
    <div className="Post-notice AwaitingNotice">
      <span>
        <AwaitingMark />
        {t(`approval.forum.post.${post.canApprove ? 'moderator' : 'author'}_text`)}
      </span>
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
