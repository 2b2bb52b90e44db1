import type { FindFacts, MarkupReference } from '@parley/shared/markup'
import type { Context, Forum } from '../context.ts'
import { Notes } from '../notes.ts'
import type { ReferenceUse } from '../points/markup.ts'
import type { PostRow } from './table.ts'

/** The columns of a comment that follow from its source. */
export interface RenderedColumns {
  content_html: string | null
  markup_version: string
}

/** Renders a source for storing; HTML is null when the renderer fails, which readers are told instead of losing the page. */
export function renderContent(
  { markup, log }: Pick<Forum, 'markup' | 'log'>,
  content: string,
): RenderedColumns {
  const markup_version = markup.version
  try {
    return { content_html: markup.renderStored(markup.parse(content)), markup_version }
  } catch (error) {
    log.error({ err: error }, 'A post cannot be rendered')
    return { content_html: null, markup_version }
  }
}

type Html = string | null

const rendered = new Notes<Map<number, Html>>()

/**
 * The HTML of comments as their readers get it, null where it cannot be rendered. What was stored under another
 * version of the markup is rendered from its source.
 */
export async function htmlOf(
  posts: readonly PostRow[],
  context: Context,
): Promise<ReadonlyMap<number, Html>> {
  // What a transaction reads may change under it: nothing is remembered there.
  const known = ('emit' in context ? undefined : rendered.get(context)) ?? new Map<number, Html>()
  rendered.set(context, known)
  const missing = posts.filter(({ id, type }) => type === 'comment' && !known.has(id))
  const stored = new Map(missing.map((post) => [post, storedHtml(context.forum, post)]))
  const facts = await lookUp(stored, context)
  const { markup } = context.forum
  for (const [post, html] of stored) {
    known.set(post.id, html && markup.fill(html, optionsFor(post, facts, context)))
  }
  return known
}

/** The sources of comments as their authors get them for editing: with names as they are now. */
export async function sourcesOf(
  posts: readonly PostRow[],
  context: Context,
): Promise<ReadonlyMap<number, string>> {
  const { markup } = context.forum
  const stored = new Map(posts.map((post) => [post, storedHtml(context.forum, post)]))
  const facts = await lookUp(stored, context)
  return new Map(
    posts.map((post) => [
      post.id,
      stored.get(post) && markup.references(stored.get(post) ?? '').length > 0
        ? markup.unrender(post.content, optionsFor(post, facts, context))
        : post.content,
    ]),
  )
}

function storedHtml(forum: Forum, post: PostRow): Html {
  return post.markup_version === forum.markup.version
    ? post.content_html
    : renderContent(forum, post.content).content_html
}

type FactsOf = (use: ReferenceUse) => unknown

/** Looks up the references of all posts at once. */
async function lookUp(
  stored: ReadonlyMap<PostRow, Html>,
  context: Context,
): Promise<ReadonlyMap<string, FactsOf>> {
  const { markup, points } = context.forum
  const uses: ReferenceUse[] = []
  for (const [post, html] of stored) {
    for (const reference of html ? markup.references(html) : []) uses.push({ post, reference })
  }
  const facts = new Map<string, FactsOf>()
  for (const [kind, ofKind] of Map.groupBy(uses, ({ reference }) => reference.reference)) {
    const resolve = points.markup.resolvers.get(kind)
    if (resolve) facts.set(kind, await resolve(ofKind, context))
  }
  return facts
}

function optionsFor(post: PostRow, facts: ReadonlyMap<string, FactsOf>, { forum, locale }: Context) {
  const findFacts: FindFacts = (reference: MarkupReference) =>
    facts.get(reference.reference)?.({ post, reference })
  return { facts: findFacts, translate: (key: string) => forum.translate(key, undefined, locale) }
}
