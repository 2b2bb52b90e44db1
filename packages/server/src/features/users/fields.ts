import { isEmailAddress, wireDate } from '@parley/shared'
import { z } from 'zod'
import { validationError } from '../../infrastructure/errors.ts'
import { problemOf, problemsOf } from '../../infrastructure/schema/problems.ts'
import { flag, isTruthy, text } from '../../infrastructure/schema/values.ts'
import { administrators } from '../../points/context/actor.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { Field, FieldChange } from '../../points/resources/fields.ts'
import {
  afterEmailChange,
  canChangeEmail,
  newEmailColumns,
  newPasswordColumns,
} from '../accounts/change-account.ts'
import { lockUniqueness, usernameColumns } from './create-user.ts'
import { displayNameOf } from './display-name.ts'
import { preferenceOf, preferencesOf, storedPreferences } from './preferences.ts'
import type { UserRow } from './table.ts'

const isSelf = (user: UserRow, { actor }: Context) => actor.account?.id === user.id
const dateOrNull = (date: string | null) => (date === null ? null : wireDate(date))

const seesCredentials = (user: UserRow, context: Context, form: string) =>
  form === 'current' || isSelf(user, context) || context.actor.can('editCredentials', 'users', user)

/** The attributes of users (api-core 2.2, 4.1). */
export const userFields: Record<string, Field<UserRow>> = {
  username: {
    form: 'basic',
    column: 'username',
    json: 'string',
    writable: 'editCredentials',
    check: (username, user, context) => lockUniqueness(context, { username: username as string }, user.id),
    set: (username) => usernameColumns(username as string),
    changed: ({ row, before }, context) => context.emit('user.renamed', { user: row, before }),
    schema: text({
      min: 3,
      max: 30,
      rules: [
        {
          rule: 'core.api.invalid_username_message',
          ownKey: true,
          test: (username) => /^[a-z0-9_-]+$/i.test(username),
        },
      ],
    }).meta({ pattern: '^[A-Za-z0-9_-]+$' }),
  },
  displayName: {
    form: 'basic',
    json: 'string',
    reads: ['username'],
    get: (user, { forum }) => displayNameOf(user, forum),
  },
  avatarUrl: {
    form: 'basic',
    json: 'string?',
    reads: ['avatar_url'],
    get: (user, context) => avatarUrl(user, context),
  },
  slug: {
    form: 'basic',
    json: 'string',
    reads: ['username'],
    get: (user, context) => userSlug(user, context),
  },

  joinTime: { json: 'date?', get: (user) => dateOrNull(user.joined_at) },
  discussionCount: { column: 'discussion_count', json: 'integer' },
  commentCount: { column: 'comment_count', json: 'integer' },
  lastSeenAt: {
    json: 'date?',
    get: (user) => dateOrNull(user.last_seen_at),
    visible: (user, { actor, forum }) =>
      preferenceOf(user, 'discloseOnline', forum) === true || actor.can('viewLastSeenAt', 'users', user),
  },
  isEmailConfirmed: {
    column: 'is_email_confirmed',
    json: 'boolean',
    visible: seesCredentials,
    schema: flag(),
    writable: (_user, value, { actor }) => !isTruthy(value) || actor.isAdmin,
    // A confirmation cannot be revoked.
    set: (value) => (value ? { is_email_confirmed: true } : {}),
    changed: async ({ row, value }, context) => {
      if (value) await context.emit('user.activated', { user: row })
    },
  },
  email: {
    column: 'email',
    json: 'string',
    isPersonal: true,
    visible: seesCredentials,
    writable: (user, _value, context) => canChangeEmail(user, context),
    check: (email, user, context) => lockUniqueness(context, { email: email as string }, user.id),
    set: (email, user, context) => newEmailColumns(email as string, user, context),
    changed: (change, context) => afterEmailChange(change as FieldChange<UserRow, string>, context),
    schema: text({ max: 150, rules: [{ rule: 'email', test: isEmailAddress }] }).meta({ format: 'email' }),
  },

  password: {
    schema: text({ min: 8, max: 1000 }),
    writable: 'editCredentials',
    set: (_password, user, context) => newPasswordColumns(user, context),
    changed: ({ row }, context) => context.emit('user.passwordChanged', { user: row }),
  },
  markedAllAsReadAt: {
    form: 'current',
    json: 'date?',
    get: (user) => dateOrNull(user.marked_all_as_read_at),
    schema: z.unknown().meta({ type: 'boolean', description: 'True for now.' }),
    writable: (user, value, context) => !isTruthy(value) || isSelf(user, context),
    set: (value, _user, context) =>
      isTruthy(value) ? { marked_all_as_read_at: context.now.toISOString() } : {},
  },
  preferences: {
    form: 'current',
    json: 'object',
    isPersonal: true,
    get: (user, { forum }) => preferencesOf(user, forum),
    schema: z.unknown().meta({ type: 'object' }),
    writable: (user, value, context) => !isTruthy(value) || isSelf(user, context),
    set: mergePreferences,
  },
  isAdmin: { form: 'current', json: 'boolean', get: (user) => user.group_ids.includes(administrators) },
}

/** Merges sent preferences into the stored ones; ignores unregistered keys (api-core 4.12). */
function mergePreferences(value: unknown, user: UserRow, context: WriteContext): Partial<UserRow> {
  const { forum } = context
  const translate = translatorOf(context)
  if (!isTruthy(value)) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw validationError({ problems: [problemOf('string', 'preferences', translate)] })
  }
  const merged = { ...preferencesOf(user, forum), ...storedPreferences(user) }
  for (const [key, sent] of Object.entries(value)) {
    const parsed = forum.points.preferences.get(key)?.schema.safeParse(sent)
    if (!parsed) continue
    if (!parsed.success)
      throw validationError({ problems: problemsOf(parsed.error, 'preferences', translate) })
    merged[key] = parsed.data
  }
  return { preferences: JSON.stringify(merged) }
}

function avatarUrl({ avatar_url: stored }: UserRow, { forum }: Context): string | null {
  if (!stored) return null
  return stored.includes('://') ? stored : forum.files.url(`avatars/${stored}`)
}

/** The username or the id, by the current slug driver (api-core 4.15). */
export function userSlug(user: Pick<UserRow, 'id' | 'username'>, { forum }: Context): string {
  return forum.settings.get('slug_driver_Flarum\\User\\User') === 'id' ? String(user.id) : user.username
}
