import { wireDate } from '@parley/shared'
import { contentPlain, truncate } from '@parley/shared/markup'
import { html } from '../../engine/http/html/html.ts'
import { flag, text } from '../../infrastructure/schema/values.ts'
import type { Context } from '../../points/context/context.ts'
import type { Field } from '../../points/resources/fields.ts'
import { failuresOf, htmlOf, sourcesOf } from './rendering/rendering.ts'
import type { PostRow } from './table.ts'
import { editedColumns, updateCommentVisibility } from './writing/comments.ts'

const isComment = (post: PostRow) => post.type === 'comment'

/** The schema of a comment's source. */
export function postContent() {
  return text({ max: 65_535, isMissing: (content) => content === '' || content === '0' })
}

/** Attributes of posts (api-core 2.4). */
export const postFields: Record<string, Field<PostRow>> = {
  number: { form: 'basic', column: 'number', json: 'integer' },
  createdAt: { form: 'basic', json: 'date', get: (post) => wireDate(post.created_at) },
  contentType: { form: 'basic', column: 'type', json: 'string' },
  contentHtml: {
    form: 'basic',
    json: 'string',
    visible: isComment,
    isLong: true,
    excerpt: excerptOf,
    load: async (posts, context) => {
      const { forum, locale } = context
      const failed = () => forum.translate('core.lib.error.render_failed_message', undefined, locale)
      return new Map([...(await htmlOf(posts, context))].map(([id, html]) => [id, html ?? failed()]))
    },
  },
  renderFailed: { form: 'basic', json: 'boolean', visible: isComment, isLong: true, load: failuresOf },
  content: {
    form: 'basic',
    // The source of a comment is a string; the content of an event post depends on its type.
    json: 'any',
    visible: (post, context, form) => !isComment(post) || (form === 'full' && canEdit(post, context)),
    isLong: true,
    load: loadContent,
    schema: postContent(),
    accepts: isComment,
    writable: 'edit',
    // Names in references are not what an editor has changed.
    refusesConflicts: (from, post, context) =>
      typeof from === 'string' ? sourceOf({ ...post, content: from }, context) : from,
    current: (post) => post.content,
    set: (content, _post, context) => editedColumns(context, content as string),
    changed: ({ row, before }, context) =>
      context.emit('post.edited', { post: row, previousContent: before.content }),
  },
  ipAddress: {
    column: 'ip_address',
    isPersonal: true,
    json: 'string?',
    visible: (post, { actor }) => isComment(post) && actor.can('viewIps', 'posts', post),
  },
  editedAt: {
    json: 'date',
    visible: (post) => post.edited_at !== null,
    get: (post) => wireDate(post.edited_at ?? ''),
  },
  isHidden: {
    json: 'boolean',
    visible: (post) => post.hidden_at !== null,
    get: () => true,
    schema: flag(),
    accepts: isComment,
    writable: 'hide',
    current: (post) => post.hidden_at !== null,
    set: (isHidden, post, { actor, now }) => ({
      hidden_at: isHidden ? now.toISOString() : null,
      hidden_user_id: isHidden ? actor.id : null,
      ...(!isHidden && wasNeverShown(post) && { shown_at: now.toISOString() }),
    }),
    changed: ({ row }, context) => updateCommentVisibility(context, row),
  },
  hiddenAt: {
    json: 'date',
    visible: (post) => post.hidden_at !== null,
    get: (post) => wireDate(post.hidden_at ?? ''),
  },
}

/** Whether a hidden post was private until it was hidden, or longer: readers see it for the first time when it is restored. */
function wasNeverShown({ shown_at, hidden_at }: PostRow): boolean {
  return shown_at !== null && hidden_at !== null && shown_at >= hidden_at
}

/** Characters of long HTML that are parsed for its excerpt, and of the plain text in the excerpt. */
const excerptSourceLimit = 8000
const excerptLimit = 2000

/** The beginning of a comment's plain text, as HTML. */
function excerptOf(contentHtml: unknown): string {
  const plainText = contentPlain(String(contentHtml).slice(0, excerptSourceLimit))
  return html`<p>${truncate(plainText, excerptLimit)}</p>`.text
}

async function loadContent(
  posts: readonly PostRow[],
  context: Context,
  form: string,
): Promise<ReadonlyMap<number, unknown>> {
  const editable = posts.filter((post) => isComment(post) && form === 'full' && canEdit(post, context))
  const events = posts.filter((post) => !isComment(post))
  return new Map<number, unknown>([
    ...(await sourcesOf(editable, context)),
    ...events.map(({ id, content }) => [id, JSON.parse(content)] as const),
  ])
}

async function sourceOf(post: PostRow, context: Context): Promise<string | undefined> {
  return (await sourcesOf([post], context)).get(post.id)
}

function canEdit(post: PostRow, { actor }: Context): boolean {
  return actor.can('edit', 'posts', post)
}
