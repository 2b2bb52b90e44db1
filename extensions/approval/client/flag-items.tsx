import type { ReactNode } from 'react'
import { FlaggedPostActions, type FlaggedPostProps } from '../../flags/contract/client.tsx'
import { ApproveButton } from './ApproveButton.tsx'

export default [
  FlaggedPostActions.add('approve', ApproveFlagged, {
    when: ({ post }) => post.isApproved === false && post.canApprove === true,
  }),
]

function ApproveFlagged({ post }: FlaggedPostProps): ReactNode {
  return <ApproveButton post={post} />
}
