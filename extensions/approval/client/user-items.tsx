import { type PostProps, PostsListItemMeta } from '@parley/client'
import { AwaitingMark } from './AwaitingMark.tsx'

/** What posts that wait have on the page of their author. */
export default [
  PostsListItemMeta.add('awaitingApproval', AwaitingMark, {
    priority: 100,
    when: ({ post }: PostProps) => post.isApproved === false,
  }),
]
