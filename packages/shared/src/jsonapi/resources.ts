/**
 * The attributes of every resource type, by type. Extensions add types here and members to the
 * interfaces below: `declare module '@parley/shared' { interface Discussion { isLocked?: boolean } }`.
 * A member that some documents or some actors do not get is optional.
 */
export interface Resources {
  forums: Forum
  discussions: Discussion
  posts: Post
  users: User
  groups: Group
  notifications: Notification
  'access-tokens': AccessToken
  'audit-entries': AuditEntry
}

export type ResourceType = keyof Resources & string

/** Dates are RFC 3339 with offset, `2026-01-31T08:00:00+00:00`. */
export type DateString = string

export interface Forum {
  title: string | null
  description: string | null
  showLanguageSelector: boolean
  /** Whether pages can follow the forum in real time; absent where that is switched off. */
  realtime?: true
  baseUrl: string
  /** Path part of the base URL, '' at a domain root. */
  basePath: string
  baseOrigin: string
  debug: boolean
  apiUrl: string
  welcomeTitle: string | null
  welcomeMessage: string | null
  themePrimaryColor: string
  themeSecondaryColor: string
  logoUrl: string | null
  faviconUrl: string | null
  headerHtml: string | null
  footerHtml: string | null
  allowSignUp: boolean
  defaultRoute: string | null
  canViewForum: boolean
  canStartDiscussion: boolean
  canSearchUsers: boolean
  canCreateAccessToken: boolean
  canModerateAccessTokens: boolean
  assetsBaseUrl: string
  adminUrl?: string
  version?: string
}

export interface Discussion {
  title: string
  slug: string
  commentCount?: number
  participantCount?: number
  createdAt?: DateString
  lastPostedAt?: DateString | null
  lastPostNumber?: number
  canReply?: boolean
  canRename?: boolean
  canDelete?: boolean
  canHide?: boolean
  isHidden?: true
  hiddenAt?: DateString
  lastReadAt?: DateString | null
  lastReadPostNumber?: number
  /** Comments after that number that readers see; where there are more than a hundred others, it may be too high. */
  unreadCommentCount?: number
  /** Comments that became public after the reader had passed them, as they became so. */
  lateUnread?: readonly { number: number; shownAt: DateString }[]
}

/** Content of event posts, by content type. */
export interface EventPosts {
  discussionRenamed: [oldTitle: string, newTitle: string]
}

export interface Post {
  number: number
  createdAt: DateString
  contentType: string
  contentHtml?: string
  renderFailed?: boolean
  /** Source of a comment, if the actor may edit it; content of an event post. */
  content?: unknown
  ipAddress?: string | null
  editedAt?: DateString
  isHidden?: true
  hiddenAt?: DateString
  canEdit?: boolean
  canDelete?: boolean
  canHide?: boolean
}

export interface Preferences {
  discloseOnline: boolean
  indexProfile: boolean
  locale: string | null
  /** Whether a channel delivers notifications of a type: `notify_discussionRenamed_alert`. */
  [notify: `notify_${string}_${string}`]: boolean
}

export interface User {
  username: string
  displayName: string
  avatarUrl: string | null
  slug: string
  joinTime?: DateString | null
  discussionCount?: number
  commentCount?: number
  canEdit?: boolean
  /** In the list of the administration: the beginning of the address, in place of `email`. */
  maskedEmail?: string
  canEditCredentials?: boolean
  canEditGroups?: boolean
  canDelete?: boolean
  /** Only of the session's user. */
  canUploadAvatar?: boolean
  lastSeenAt?: DateString | null
  isEmailConfirmed?: boolean
  email?: string
  markedAllAsReadAt?: DateString | null
  unreadNotificationCount?: number
  newNotificationCount?: number
  preferences?: Preferences
  isAdmin?: boolean
}

/** A session, or a developer token that a user created for a program. */
export interface AccessToken {
  /** Only for developer tokens, and only for their owner. */
  token?: string
  userId: number
  createdAt: DateString
  lastActivityAt: DateString | null
  /** True for the session of the request. */
  isCurrent: boolean
  isSessionToken: boolean
  title: string | null
  lastIpAddress: string | null
  device: string
}

/** An entry of the audit log. */
export interface AuditEntry {
  createdAt: DateString
  /** What was done, as a sentence in the reader's language. */
  text: string
  /** Name of the action: `discussion.locked`. */
  action: string
  /** Null for guests, jobs and commands; the account may be deleted. */
  actorId: number | null
  actorName: string | null
  /** What it is about; null for the forum as a whole. */
  targetType: string | null
  targetId: string | null
  targetName: string | null
  changes: AuditEntryChange[]
  /** How many changed fields the entry does not list. */
  omittedFields: number
  origin: 'session' | 'token' | 'apiKey' | 'guest' | 'commandLine' | 'job'
  credentialId: number | null
  ipAddress: string | null
}

/** How a field changed. With `isTime` the values are times, RFC 3339. */
export type AuditEntryChange = {
  field: string
  label: string
} & (
  | { before: AuditValue; after: AuditValue; isTime?: true }
  /** The values were never stored. */
  | { isSecret: true }
  /** The values were removed with the account. */
  | { isRedacted: true }
)

export type AuditValue = string | number | boolean | null | readonly string[]

export interface Group {
  nameSingular: string
  namePlural: string
  color: string | null
  icon: string | null
  isHidden: boolean
}

/** Content of notifications, by content type. */
export interface Notifications {
  discussionRenamed: { postNumber: number }
}

export interface Notification {
  contentType: string
  content: unknown
  createdAt: DateString
  isRead: boolean
}
