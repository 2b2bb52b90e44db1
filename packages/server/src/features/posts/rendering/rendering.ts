import type { FindFacts, MarkupReference, RenderOptions } from '@parley/shared/markup'
import { RequestCache } from '../../../infrastructure/request-cache.ts'
import { type Context, type Forum, translatorOf } from '../../../points/context/context.ts'
import type { ReferenceUse } from '../../../points/posts/markup.ts'
import type { PostRow } from '../table.ts'

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

/** A comment's HTML with its references still to be filled in, and all that filling them in needs. */
interface Rendering {
  stored: Html
  options: RenderOptions
}

const renderings = new RequestCache<Map<number, Rendering>>()

/**
 * The HTML of comments as their readers get it, null where it cannot be rendered. What was stored under another
 * version of the markup is rendered from its source.
 */
export async function htmlOf(posts: readonly PostRow[], context: Context): Promise<Map<number, Html>> {
  const { markup } = context.forum
  const known = await renderingsOf(posts, context)
  return mapValues(known, ({ stored, options }) => stored && markup.fill(stored, options))
}

/** Whether comments cannot be rendered. */
export async function failuresOf(posts: readonly PostRow[], context: Context): Promise<Map<number, boolean>> {
  return mapValues(await renderingsOf(posts, context), ({ stored }) => stored === null)
}

/** The sources of comments as their authors get them for editing: with names as they are now. */
export async function sourcesOf(posts: readonly PostRow[], context: Context): Promise<Map<number, string>> {
  const { markup } = context.forum
  const known = await renderingsOf(posts, context)
  const source = ({ id, content }: PostRow) => {
    const rendering = known.get(id)
    const hasReferences = rendering?.stored && markup.references(rendering.stored).length > 0
    return hasReferences ? markup.unrender(content, rendering.options) : content
  }
  return new Map(posts.map((post) => [post.id, source(post)]))
}

/** Renders comments and looks up their references, once per request. */
async function renderingsOf(
  posts: readonly PostRow[],
  context: Context,
): Promise<ReadonlyMap<number, Rendering>> {
  // What a transaction reads may change under it: nothing is remembered there.
  const known = ('emit' in context ? undefined : renderings.get(context)) ?? new Map<number, Rendering>()
  renderings.set(context, known)
  const missing = posts.filter(({ id, type }) => type === 'comment' && !known.has(id))
  const stored = new Map(missing.map((post) => [post, storedHtml(context.forum, post)]))
  const facts = await lookUp(stored, context)
  for (const [post, html] of stored) {
    known.set(post.id, { stored: html, options: optionsFor(post, facts, context) })
  }
  return known
}

function mapValues<From, To>(map: ReadonlyMap<number, From>, to: (value: From) => To): Map<number, To> {
  return new Map([...map].map(([id, value]) => [id, to(value)]))
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

function optionsFor(post: PostRow, facts: ReadonlyMap<string, FactsOf>, context: Context): RenderOptions {
  const findFacts: FindFacts = (reference: MarkupReference) =>
    facts.get(reference.reference)?.({ post, reference })
  return { facts: findFacts, translate: translatorOf(context) }
}
