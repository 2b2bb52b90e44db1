import type { Escaped } from '../../../infrastructure/xml/escaped.ts'
import type { Context } from '../../../points/context/context.ts'
import { forumFactsOf } from '../../../points/requests/forum-facts.ts'
import { forumMark, iconAddress, productName } from './forum-mark.ts'
import { frameOf } from './frame.ts'
import { directionOf, html } from './html.ts'
import { stylesOf } from './styles.ts'
import { viewBar } from './view-bar.ts'

/** Renders a page without the client, such as the set-up. It uses the client's style sheets. */
export function plainPage(context: Context, title: string, body: Escaped): string {
  const { forum, locale } = context
  const { title: name, logo } = forumFactsOf(forum)
  const frame = frameOf(context)
  const { rootPath } = forum
  const styles = stylesOf(forum).map((file) => html`<link rel="stylesheet" href="${rootPath}${file}">\n`)
  const image = logo && html`<img class="Header-logo" src="${logo}" alt="${name}" height="32">`
  const mark = html`${forumMark(name || productName)}<bdi>${name || productName}</bdi>`
  // Before the forum is set up there is no page to link to.
  const home =
    name === ''
      ? html`<span class="Header-home">${mark}</span>`
      : html`<a class="Header-home" href="${forum.baseUrl}/">${image || mark}</a>`
  const header = html`<header class="Header"><div class="Container Header-inner">${home}</div></header>\n`
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"${frame.attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${frame.head}<title>${name === '' ? title : `${title} - ${name}`}</title>
${styles}<link rel="shortcut icon" href="${iconAddress(forum)}">
</head>
<body>
${header}<main class="Page"><div class="Container"><div class="SessionPage">
<h1>${title}</h1>
${body}
</div></div></main>
${viewBar(context)}</body>
</html>
`.text
}
