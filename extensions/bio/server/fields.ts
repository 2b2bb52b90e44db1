import {
  type Context,
  type Field,
  isOwnAction,
  isStorable,
  problemOf,
  renderText,
  translatorOf,
  type UserRow,
  userTarget,
  visibleName,
  type WriteContext,
  writeAuditEntry,
} from '@parley/server'
import { z } from 'zod'
import './columns.ts'

declare module '@parley/server' {
  interface AuditActions {
    'user.bioChanged': Record<never, never>
  }
}

const mayView = (user: UserRow, { actor }: Context) => actor.can('viewBio', 'users', user)
const mayEdit = (user: UserRow, { actor }: Context) => actor.can('editBio', 'users', user)
const isFormatting = ({ forum }: Context) => forum.settings.get('fof-user-bio.allowFormatting')

/** The attributes of the bio. They are missing for those who may not see it. */
export const bioFields: Readonly<Record<string, Field<UserRow>>> = {
  bio: {
    column: 'bio',
    json: 'string?',
    // Readers get the formatted text instead.
    visible: (user, context) =>
      mayView(user, context) && (!user.is_bio_formatted || !isFormatting(context) || mayEdit(user, context)),
    schema: z.string().refine(isStorable, { params: { rule: 'string' } }),
    writable: 'editBio',
    refusesConflicts: true,
    async check(bio, _user, context) {
      const max = context.forum.settings.get('fof-user-bio.maxLength')
      const isLong = bio.length > max && [...bio].length > max
      return isLong ? [problemOf({ rule: 'max.string', values: { max } }, 'bio', translatorOf(context))] : []
    },
    set: (bio, _user, context) => ({ bio: tidy(bio), is_bio_formatted: isFormatting(context) }),
    changed: async ({ row, before }, context) => {
      if (row.bio !== before.bio) await recordChange(row, context)
    },
  } as Field<UserRow, string>,
  bioHtml: {
    json: 'string?',
    visible: (user, context) => user.is_bio_formatted && mayView(user, context),
    get: ({ bio }, context) => (isFormatting(context) ? renderText('bio', bio ?? '', context) : null),
  },
  canViewBio: { json: 'boolean', visible: mayView, get: () => true },
  canEditBio: { json: 'boolean', visible: mayView, get: mayEdit },
}

/** The text to store: without space around it and without more than one blank line; '' if nothing of it can be seen. */
function tidy(bio: string): string {
  const text = bio.replace(/\r\n?/g, '\n').trim()
  return visibleName(text) === '' ? '' : text.replace(/\n{3,}/g, '\n\n')
}

/** Records what others than the owner change. */
async function recordChange(row: UserRow, context: WriteContext): Promise<void> {
  if (isOwnAction(context, row.id)) return
  await writeAuditEntry(context, 'user.bioChanged', { target: userTarget(row, context) })
}
