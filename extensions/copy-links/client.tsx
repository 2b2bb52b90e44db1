import {
  canCopy,
  copyText,
  type DiscussionProps,
  DiscussionReaderControls,
  defineClientExtension,
  discussionPath,
  MenuItem,
  type PostProps,
  PostReaderControls,
  publicAddress,
  UserControls,
  type UserProps,
  useApp,
  useInBrowser,
  useRelated,
  userPath,
} from '@parley/client'
import type { ReactNode } from 'react'

/** Everybody who reads a discussion, a post or the page of a member can copy its address. */
export default defineClientExtension({
  slots: [
    DiscussionReaderControls.add('copyLink', CopyDiscussionLink),
    PostReaderControls.add('copyLink', CopyPostLink),
    UserControls.add('copyLink', CopyUserLink),
  ],
})

function CopyDiscussionLink({ discussion }: DiscussionProps): ReactNode {
  return <CopyLink path={discussionPath(discussion)} />
}

function CopyPostLink({ post }: PostProps): ReactNode {
  const discussion = useRelated(post, 'discussion', 'discussions')
  return discussion && <CopyLink path={discussionPath(discussion, post.number)} />
}

function CopyUserLink({ user }: UserProps): ReactNode {
  return <CopyLink path={userPath(user)} />
}

function CopyLink({ path }: { path: string }): ReactNode {
  const app = useApp()
  const { alerts, t } = app
  if (!useInBrowser(canCopy)) return null
  const link = publicAddress(app, path)
  const copy = async () => {
    if (await copyText(link))
      alerts.show(t('copy-links.forum.link_copied_message'), { tone: 'success', timeout: 5000 })
    else alerts.show(t('copy-links.forum.link_not_copied_message', { link }), { tone: 'danger' })
  }
  return (
    <MenuItem icon="copy" onSelect={() => void copy()}>
      {t('copy-links.forum.copy_link_button')}
    </MenuItem>
  )
}
