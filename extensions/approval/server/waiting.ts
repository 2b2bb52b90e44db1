import {
  type Actor,
  type DiscussionRow,
  deny,
  type Extension,
  isNot,
  type Policies,
  type PostRow,
  rowsWhere,
  type Setting,
  storedNumber,
  type WriteRules,
} from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    'flarum-approval.first_posts': number
  }
}

const maximum = 100

/** How many posts of a newcomer wait. */
export const firstPostsSetting: Setting<number> = {
  schema: storedNumber({ min: 0, max: maximum }),
  default: 0,
  form: {
    field: { kind: 'number', min: 0, max: maximum },
    label: 'approval.admin.settings.first_posts_label',
    help: 'approval.admin.settings.first_posts_text',
  },
}

/** What `isNewcomer` reads. */
export const newcomerColumns: NonNullable<Extension['accountColumns']> = ['comment_count']

const newcomer = deny.because('approval.admin.why.newcomer', 'flarum-approval.first_posts')

/** Whether the actor has fewer approved posts than the setting asks for. */
function isNewcomer({ account, rules }: Actor): boolean {
  const first = rules.settings.get('flarum-approval.first_posts')
  return (account?.columns?.comment_count ?? 0) < first
}

/** Newcomers wait whatever their groups are permitted, unless they approve posts themselves. */
const notOfNewcomers: NonNullable<Policies['discussions']>[string] = {
  verdict: (actor, discussion) =>
    isNewcomer(actor) && !actor.can('approvePosts', 'discussions', discussion) ? newcomer : undefined,
  scope: (_eb, context) =>
    isNewcomer(context.actor)
      ? { deny: isNot(rowsWhere(context, 'approvePosts', 'discussions')) }
      : undefined,
}

/** Who starts discussions and replies without approval: by permission, but newcomers do not. */
export const waitingPolicies: NonNullable<Policies['discussions']> = {
  startWithoutApproval: notOfNewcomers,
  replyWithoutApproval: notOfNewcomers,
}

/** Decides whether a new discussion waits, with its first post. */
export const newDiscussions: WriteRules<DiscussionRow> = {
  initial: {
    is_approved: ({ row }, { actor }) => actor.can('startWithoutApproval', 'discussions', row),
    // Lists are sorted by it. A discussion that waits has no public post yet: its author finds it where it was started.
    last_posted_at: ({ row }, { actor }) =>
      actor.can('startWithoutApproval', 'discussions', row) ? null : row.created_at,
  },
}

/** Decides whether a new post waits. */
export const newPosts: NonNullable<WriteRules<PostRow>['initial']> = {
  is_approved: ({ row: { number, discussion } }, { actor }) =>
    number === 1 ? discussion.is_approved : actor.can('replyWithoutApproval', 'discussions', discussion),
}
