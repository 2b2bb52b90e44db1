import {
  type DiscussionProps,
  DiscussionReaderControls,
  defineClientExtension,
  discussionPath,
  MenuItem,
  Overlays,
  type PostProps,
  PostReaderControls,
  publicAddress,
  UserControls,
  type UserProps,
  useApp,
  useInBrowser,
  useRelated,
  userPath,
  useSessionUser,
} from '@parley/client'
import { type ReactNode, useEffect } from 'react'

/** The forum is installed like an app, and its pages are shared with others. */
export default defineClientExtension({
  slots: [
    DiscussionReaderControls.add('share', ShareDiscussion, { priority: -1 }),
    PostReaderControls.add('share', SharePost, { priority: 100 }),
    UserControls.add('share', ShareUser, { priority: 100 }),
    Overlays.add('pwa', InstalledApp),
  ],
  notificationChannels: {
    push: { label: 'pwa.forum.settings.push_header', when: ({ forum }) => Boolean(forum.vapidPublicKey) },
  },
  screenSlots: { settings: () => import('./client/settings-items.ts') },
})

/** Starts the service worker, and counts on the icon of the installed app. */
function InstalledApp(): ReactNode {
  const app = useApp()
  const unread = useSessionUser()?.unreadNotificationCount ?? 0
  useEffect(() => {
    if (app.boot.isView) return
    const code = app.connection.load(() => import('./client/start.ts'))
    // Without a connection the next page starts it.
    code.then(({ start }) => start(app)).catch(() => {})
  }, [app])
  useEffect(() => {
    if (!app.boot.isView) navigator.setAppBadge?.(unread).catch(() => {})
  }, [app, unread])
  return null
}

function ShareDiscussion({ discussion }: DiscussionProps): ReactNode {
  return (
    <Share
      path={discussionPath(discussion)}
      title={discussion.title}
      label="pwa.forum.discussion_controls.share_button"
    />
  )
}

function SharePost({ post }: PostProps): ReactNode {
  const { t } = useApp()
  const discussion = useRelated(post, 'discussion', 'discussions')
  const username = useRelated(post, 'user', 'users')?.displayName ?? t('core.lib.username.deleted_text')
  if (!discussion) return null
  const title = t('pwa.forum.post_controls.share_api.title', { title: discussion.title, username })
  return (
    <Share
      path={discussionPath(discussion, post.number)}
      title={title}
      label="pwa.forum.post_controls.share_button"
    />
  )
}

function ShareUser({ user }: UserProps): ReactNode {
  return <Share path={userPath(user)} title={user.displayName} label="pwa.forum.user_controls.share_button" />
}

interface ShareProps {
  path: string
  title: string
  /** Locale key. */
  label: string
}

const canShare = () => 'share' in navigator

function Share({ path, title, label }: ShareProps): ReactNode {
  const app = useApp()
  if (!useInBrowser(canShare)) return null
  const share = () => void navigator.share({ title, url: publicAddress(app, path) }).catch(console.warn)
  return (
    <MenuItem icon="share" onSelect={share}>
      {app.t(label)}
    </MenuItem>
  )
}
