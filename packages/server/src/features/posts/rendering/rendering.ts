import type { FindFacts, MarkupReference, RenderOptions } from '@parley/shared/markup'
import { RequestValues } from '../../../infrastructure/request-cache.ts'
import { type Context, type Forum, translatorOf } from '../../../points/context/context.ts'
import type { ReferenceUse } from '../../../points/posts/markup.ts'
import type { PostRow } from '../table.ts'
import { replacementsOf } from './word-replacements.ts'

/** The columns of a comment that are derived from its source. */
export interface RenderedColumns {
  content_html: string | null
  markup_version: string
}

/** Renders a source for storage. A failure is logged and gives null as HTML; readers then see a message in its place. */
export function renderContent(
  { markup, log }: Pick<Forum, 'markup' | 'log'>,
  content: string,
): RenderedColumns {
  const markup_version = markup.version
  try {
    return { content_html: markup.renderStored(markup.parse(content)), markup_version }
  } catch (error) {
    log.error({ err: error }, 'A post could not be rendered')
    return { content_html: null, markup_version }
  }
}

type Html = string | null

/** A comment's stored HTML, whose references are unresolved, and the options that resolve them. */
interface Rendering {
  stored: Html
  options: RenderOptions
}

const renderings = new RequestValues<Rendering>()

/**
 * The HTML of comments with their references resolved and their words replaced, by post id; null where rendering failed. Comments that were
 * stored by another version of the markup are rendered again from their sources.
 */
export async function htmlOf(posts: readonly PostRow[], context: Context): Promise<Map<number, Html>> {
  const { markup } = context.forum
  const replacements = replacementsOf(context.forum)
  return mapValues(
    await renderingsOf(posts, context),
    ({ stored, options }) =>
      stored && markup.fill(stored, { ...options, ...(replacements && { replacements }) }),
  )
}

/**
 * The HTML of a text in the language of posts that is no post, from what `renderContent` made of it: its references are resolved
 * for the reader by `resolveInTexts`, and its words replaced.
 */
export async function fillText(stored: string, context: Context): Promise<string> {
  const { markup, points } = context.forum
  const facts = new Map<string, (reference: MarkupReference) => unknown>()
  for (const [kind, references] of Map.groupBy(markup.references(stored), ({ reference }) => reference)) {
    const resolve = points.markup.textResolvers.get(kind)
    if (resolve) facts.set(kind, await resolve(references, context))
  }
  const replacements = replacementsOf(context.forum)
  return markup.fill(stored, {
    facts: (reference) => facts.get(reference.reference)?.(reference),
    translate: translatorOf(context),
    ...(replacements && { replacements }),
  })
}

/** Whether rendering failed, by post id. */
export async function failuresOf(posts: readonly PostRow[], context: Context): Promise<Map<number, boolean>> {
  return mapValues(await renderingsOf(posts, context), ({ stored }) => stored === null)
}

/** The sources of comments for editing, by post id, with the current names in their references. */
export async function sourcesOf(posts: readonly PostRow[], context: Context): Promise<Map<number, string>> {
  const { markup } = context.forum
  const found = await renderingsOf(posts, context)
  const source = ({ id, content }: PostRow) => {
    const rendering = found.get(id)
    const hasReferences = rendering?.stored && markup.references(rendering.stored).length > 0
    return hasReferences ? markup.withCurrentNames(content, rendering.options) : content
  }
  return new Map(posts.map((post) => [post.id, source(post)]))
}

/** Renders comments and resolves their references, cached per request. */
async function renderingsOf(
  posts: readonly PostRow[],
  context: Context,
): Promise<ReadonlyMap<number, Rendering>> {
  const comments = new Map(posts.filter(({ type }) => type === 'comment').map((post) => [post.id, post]))
  const renderMissing = async (ids: readonly number[]) => {
    const missing = ids.flatMap((id) => comments.get(id) ?? [])
    const stored = new Map(missing.map((post) => [post, storedHtml(context.forum, post)]))
    const facts = await resolveReferences(stored, context)
    return new Map(
      [...stored].map(([post, html]) => [
        post.id,
        { stored: html, options: renderOptionsOf(post, facts, context) },
      ]),
    )
  }
  // A transaction does not read from the cache: its own writes change the rows.
  const isWriting = 'emit' in context
  return isWriting
    ? renderMissing([...comments.keys()])
    : renderings.get(context, [...comments.keys()], renderMissing)
}

function mapValues<From, To>(map: ReadonlyMap<number, From>, to: (value: From) => To): Map<number, To> {
  return new Map([...map].map(([id, value]) => [id, to(value)]))
}

function storedHtml(forum: Forum, post: PostRow): Html {
  return post.markup_version === forum.markup.version
    ? post.content_html
    : renderContent(forum, post.content).content_html
}

/** Returns the facts of a reference, which its resolver has looked up (see `ResolveReferences`). */
type FactsOf = (use: ReferenceUse) => unknown

/** Resolves the references of all posts, one call per kind of reference. */
async function resolveReferences(
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

function renderOptionsOf(
  post: PostRow,
  facts: ReadonlyMap<string, FactsOf>,
  context: Context,
): RenderOptions {
  const findFacts: FindFacts = (reference: MarkupReference) =>
    facts.get(reference.reference)?.({ post, reference })
  return { facts: findFacts, translate: translatorOf(context) }
}
