import { type Context, fillText, renderContent, translatorOf, validationError } from '@parley/server'
import { withAnchors } from './html/anchors.ts'
import { cleanHtml, cleanVersion, TooDeep } from './html/clean-html.ts'
import type { PageRow } from './table.ts'

type Source = Pick<PageRow, 'content' | 'is_html'>

type Derived = Pick<PageRow, 'content_html' | 'html_version'>

/** The columns of a page that are derived from its source; null as HTML where it cannot be made. */
function renderedColumns({ content, is_html }: Source, { forum }: Pick<Context, 'forum'>): Derived {
  if (is_html) return { content_html: tryToClean(content), html_version: cleanVersion }
  const { content_html, markup_version } = renderContent(forum, content)
  return { content_html, html_version: markup_version }
}

function tryToClean(content: string): string | null {
  try {
    return cleanHtml(content)
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
}

/**
 * The same for a page that is written.
 * @throws 422 for HTML that is nested too deeply.
 */
export function writtenColumns(source: Source, context: Context): Derived {
  const derived = renderedColumns(source, context)
  if (source.is_html && derived.content_html === null) throw tooDeep(context)
  return derived
}

/**
 * HTML that is safe to insert, of an administrator's HTML that is not stored.
 * @throws 422 for HTML that is nested too deeply.
 */
export function htmlToShow(content: string, context: Context): string {
  const html = tryToClean(content)
  if (html === null) throw tooDeep(context)
  return html
}

function tooDeep(context: Context): Error {
  const detail = translatorOf(context)('pages.api.html_too_deep_message')
  return validationError({ problems: [{ detail, pointer: '/data/attributes/content' }] })
}

type Rendered = Source & Derived

/**
 * The HTML of the API (api-extensions 14). That of a page in HTML is what its administrator wrote, unchanged: the one place where
 * a text of people becomes HTML. It is not safe to insert; the forum's own pages show `pageHtml`.
 */
export async function contentHtml(page: Rendered, context: Context): Promise<string> {
  return page.is_html ? page.content : renderedMarkup(page, context)
}

/** HTML that is safe to insert into a page, with an id for each heading. */
export async function pageHtml(page: Rendered, context: Context): Promise<string> {
  if (!page.is_html) return withAnchors(await renderedMarkup(page, context))
  return currentHtml(page, context) ?? failureMessage(context)
}

async function renderedMarkup(page: Rendered, context: Context): Promise<string> {
  const stored = currentHtml(page, context)
  return stored === null ? failureMessage(context) : fillText(stored, context)
}

function failureMessage(context: Context): string {
  return translatorOf(context)('core.lib.error.render_failed_message')
}

/** The stored HTML, made again if another version of the code has made it; null where it cannot be made. */
function currentHtml(page: Rendered, context: Context): string | null {
  const version = page.is_html ? cleanVersion : context.forum.markup.version
  return (page.html_version === version ? page : renderedColumns(page, context)).content_html
}
