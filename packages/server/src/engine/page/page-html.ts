import type { Escaped } from '../../infrastructure/xml/escaped.ts'
import type { Frame } from '../http/html/frame.ts'
import { directionOf, html } from '../http/html/html.ts'
import type { RenderedPage } from './client-module.ts'

/** Files of the first view, below the base path. */
export interface PageFiles {
  script: string
  /** A classic script that runs before the first paint. */
  early: string
  /** The static imports of the script. */
  preloads: readonly string[]
  styles: readonly string[]
}

/** What surrounds the rendered page. */
export interface PageSurroundings {
  locale: string
  files: PageFiles
  /** Classic scripts that run before the first paint: those of the files and of extensions. */
  early: readonly string[]
  /** Style sheets, below the base path. */
  styles: readonly string[]
  /** Where the files are. */
  rootPath: string
  /** Elements of `<head>` that describe the page. */
  head: Escaped
  iconUrl: string
  frame: Frame
  /** Parts of `<meta name="viewport">` besides those that every page has. */
  viewport: readonly string[]
}

/** Everything up to `<body>`. Only the client's own script runs in it. */
export function pageStart(page: RenderedPage, around: PageSurroundings): string {
  const { locale, files, rootPath, frame } = around
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"${frame.attributes}>
<head>
<meta charset="utf-8">
<title>${page.title}</title>
<meta name="viewport" content="${['width=device-width, initial-scale=1', ...around.viewport].join(', ')}">
${frame.head}${around.early.map((file) => html`<script src="${rootPath}${file}"></script>\n`)}${around.styles.map((file) => html`<link rel="stylesheet" href="${rootPath}${file}">\n`)}${files.preloads.map(
  (file) => html`<link rel="modulepreload" fetchpriority="low" href="${rootPath}${file}">\n`,
)}<script type="module" fetchpriority="low" src="${rootPath}${files.script}"></script>
${around.head}<link rel="shortcut icon" href="${around.iconUrl}">
</head>
<body>
`.text
}

/** The contents of the body, to which `pageEnd` belongs. `boot` is JSON whose markup characters are escaped. */
export function pageBody(app: string, boot: string): string {
  return `<div id="app">${app}</div>
<script type="application/json" id="parley-boot">${boot}</script>
`
}

/** What ends a page. `bar` stands behind its contents. */
export function pageEnd(bar: Escaped): string {
  return html`${bar}</body>
</html>
`.text
}
