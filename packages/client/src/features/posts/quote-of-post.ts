import { quoteText } from '@parley/shared/markup'
import type { App } from '../../points/app.ts'
import { ChunkLoadError } from '../../store/connection/load-chunk.ts'
import type { StoreRecord } from '../../store/record.ts'
import { findSelection } from './find-selection.ts'
import { postPath } from './post-path.ts'

/**
 * Source for a reply to a post: a link to the post or what an extension has in its place, with a quotation if the reader
 * has selected text.
 * @param selected the selected text; may be empty.
 */
export async function quoteOfPost(app: App, post: StoreRecord<'posts'>, selected: string): Promise<string> {
  const reference = await declaredReference(app, post)
  const start = reference ?? linkTo(app, post)
  if (selected.trim() === '') return `${start} `
  return quoteText(`${start}${reference === undefined ? '\n\n' : ' '}${escapeLines(selected)}`)
}

async function declaredReference(app: App, post: StoreRecord<'posts'>): Promise<string | undefined> {
  for (const { extension, value: load } of app.postReferences) {
    try {
      return (await app.connection.load(load)).default(post, app)
    } catch (error) {
      // The connection reports code that does not arrive.
      if (!(error instanceof ChunkLoadError)) app.reportFailure(extension, error)
    }
  }
  return undefined
}

function linkTo(app: App, post: StoreRecord<'posts'>): string {
  const { store, forum, t } = app
  const username = store.related(post, 'user', 'users')?.displayName ?? t('core.lib.username.deleted_text')
  const label = t('core.forum.composer_reply.post_text', { username, number: String(post.number) })
  return `[${escapeMarkup(label)}](${forum.baseUrl}${postPath(app, post) ?? ''})`
}

/** The text that the reader has selected in the post of a number; empty if there is none. */
export function selectionInPost(number: number): string {
  const selected = findSelection()
  return selected?.number === number ? selected.text : ''
}

function escapeMarkup(text: string): string {
  return text.replace(/[\\`*_[\]<>&~]/g, '\\$&')
}

/** Escapes selected text, so that it is quoted as the reader saw it. */
function escapeLines(text: string): string {
  const words = escapeMarkup(text.trim())
    .replace(/^(\s*)([#+=-])/gm, '$1\\$2')
    // Who is mentioned in a quotation is not told of it.
    .replace(/(?<![\p{L}\p{N}_])@/gu, '\\@')
  return words.replace(/^(\s*\d+)([.)])/gm, '$1\\$2')
}
