import type { Context } from '../context.ts'
import type { ForumError } from '../errors.ts'
import { type Html, html } from './html.ts'

/** The frame of pages that work without the client: errors, setting up. They wear its style sheets. */
export function smallPage(context: Context, title: string, body: Html): string {
  const { forum, locale } = context
  const name = forum.settings.get('forum_title') ?? ''
  const basePath = forum.basePath
  const styles = (forum.pages?.styles ?? []).map(
    (file) => html`<link rel="stylesheet" href="${basePath}${file}">\n`,
  )
  return html`<!doctype html>
<html lang="${locale}" dir="ltr" style="--accent-seed: ${forum.settings.get('theme_primary_color')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name === '' ? title : `${title} - ${name}`}</title>
${styles}<link rel="icon" href="data:,">
</head>
<body>
<main class="Page"><div class="Container"><div class="SessionPage">
<h1>${title}</h1>
${body}
</div></div></main>
</body>
</html>
`.text
}

/** The page for a failure outside the API. `logId` names the entry in the log. */
export function errorPage(context: Context, error: ForumError, logId?: string): string {
  const { forum, locale } = context
  const t = (key: string, params?: Record<string, unknown>) => forum.translate(key, params, locale)
  const own = `core.views.error.${error.code}`
  const known = t(own)
  const message = known === own ? t('core.views.error.unknown') : known
  const details = error.problems.flatMap(({ detail }) =>
    detail === undefined ? [] : [html`<p>${detail}</p>`],
  )
  const way = wayOut(context, error, t)
  const body = html`<p>${message}</p>${details}${way}${logId === undefined ? undefined : html`<p><small>${logId}</small></p>`}`
  return smallPage(context, String(error.status), body)
}

/** Where to go from a failure; an empty address is the page itself, asked for anew. */
function wayOut(
  { forum }: Context,
  { code }: ForumError,
  t: (key: string, params?: Record<string, unknown>) => string,
): Html | undefined {
  const name = forum.settings.get('forum_title') ?? ''
  if (code === 'csrf_token_mismatch')
    return html`<p><a href="">${t('core.views.error.csrf_token_mismatch_return_link')}</a></p>`
  if (code !== 'not_found') return undefined
  const text = t('core.views.error.not_found_return_link', { forum: name })
  return html`<p><a href="${forum.baseUrl}/">${text}</a></p>`
}
