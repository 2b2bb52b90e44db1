import type { ForumError } from '../../../infrastructure/errors.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import type { Escaped } from './escaped.ts'
import { forumMark, iconAddress, productName } from './forum-mark.ts'
import { directionOf, html } from './html.ts'
import { stylesOf } from './styles.ts'

/** Renders a page that works without the client, such as an error or the set-up. It uses the client's style sheets. */
export function smallPage(context: Context, title: string, body: Escaped): string {
  const { forum, locale } = context
  const name = forum.settings.get('forum_title') ?? ''
  const basePath = forum.basePath
  const color = forum.settings.get('theme_primary_color')
  const styles = stylesOf(forum).map((file) => html`<link rel="stylesheet" href="${basePath}${file}">\n`)
  const mark = html`${forumMark(name || productName)}${name || productName}`
  // Before the forum is set up there is no page to link to.
  const home =
    name === ''
      ? html`<span class="Header-home">${mark}</span>`
      : html`<a class="Header-home" href="${forum.baseUrl}/">${logoOf(forum, name) ?? mark}</a>`
  const header = html`<header class="Header"><div class="Container Header-inner">${home}</div></header>\n`
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}" style="--accent-seed: ${color}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="${color}">
<title>${name === '' ? title : `${title} - ${name}`}</title>
${styles}<link rel="shortcut icon" href="${iconAddress(forum)}">
</head>
<body>
${header}<main class="Page"><div class="Container"><div class="SessionPage">
<h1>${title}</h1>
${body}
</div></div></main>
</body>
</html>
`.text
}

function logoOf({ settings, files }: Context['forum'], name: string): Escaped | undefined {
  const path = settings.get('logo_path')
  return path ? html`<img class="Header-logo" src="${files.url(path)}" alt="${name}" height="32">` : undefined
}

/** Renders the page for a failure outside the API. `logId` is the id of the log entry. */
export function errorPage(context: Context, error: ForumError, logId?: string): string {
  const t = translatorOf(context)
  const key = `core.views.error.${error.code}`
  const translated = t(key)
  const message = translated === key ? t('core.views.error.unknown') : translated
  const details = error.problems.flatMap(({ detail }) =>
    detail === undefined ? [] : [html`<p>${detail}</p>`],
  )
  const number = logId === undefined ? `${error.status}` : `${error.status} · ${logId}`
  const body = html`<p>${message}</p>
${details}${nextSteps(context, error, t)}<p class="Muted Small">${number}</p>`
  return smallPage(context, t(titleKey(error)), body)
}

function titleKey({ code, status }: ForumError): string {
  if (code === 'invalid_confirmation_token') return 'core.forum.page_error.expired_title'
  if (status === 404) return 'core.forum.page_error.not_found_title'
  if (status === 401 || status === 403) return 'core.forum.page_error.forbidden_title'
  return 'core.forum.page_error.failed_title'
}

/** Renders links that lead on from a failure. An empty address reloads the page. */
function nextSteps(
  { forum, actor }: Context,
  { code, status }: ForumError,
  t: ReturnType<typeof translatorOf>,
): Escaped {
  const link = (look: string, href: string, text: string) =>
    html`<a class="Button Button--${look}" href="${href}">${text}</a>\n`
  const offersLogIn = actor.isGuest && (status === 401 || status === 403)
  const name = forum.settings.get('forum_title') ?? ''
  return html`<p class="SessionPage-ways">${[
    ...(offersLogIn ? [link('primary', `${forum.baseUrl}/login`, t('core.ref.log_in'))] : []),
    code === 'csrf_token_mismatch'
      ? link('outline', '', t('core.views.error.csrf_token_mismatch_return_link'))
      : link('outline', `${forum.baseUrl}/`, t('core.views.error.not_found_return_link', { forum: name })),
  ]}</p>\n`
}
