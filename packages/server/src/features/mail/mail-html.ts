import { html } from '../../engine/http/html/html.ts'
import { Escaped } from '../../infrastructure/xml/escaped.ts'
import type { Context } from '../../points/context/context.ts'

/** The translated content of a mail. */
export interface MailContent {
  locale: string
  subject: string
  /** Paragraphs are separated by an empty line. */
  body: string
  action: { url: string; label: string } | undefined
  unsubscribe: { url: string; label: string } | undefined
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The HTML part of a mail. It loads nothing from other addresses. */
export function mailHtml({ forum }: Context, mail: MailContent): string {
  const { locale, subject, body, action, unsubscribe } = mail
  const color = sixDigits(forum.settings.get('theme_primary_color'))
  const title = forum.settings.get('forum_title') ?? ''
  const paragraphs = body.split(/\n{2,}/)
  // The button replaces the paragraph that is the address; without one, it follows the text.
  if (action && !paragraphs.includes(action.url)) paragraphs.push(action.url)
  const blocks = paragraphs.map((paragraph) =>
    action && paragraph === action.url
      ? button(action, color)
      : html`<p style="margin:0 0 16px" dir="auto">${renderLines(paragraph, action?.url)}</p>\n`,
  )
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background:#f1f3f5;color:#1f2933;${font};font-size:16px;line-height:1.5">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:560px;text-align:start">
<tr><td style="padding:0 4px 12px;font-size:18px;font-weight:bold" dir="auto"><a href="${forum.baseUrl}" style="color:#1f2933;text-decoration:none">${title}</a></td></tr>
<tr><td style="padding:28px 24px 12px;background:#ffffff;border-top:4px solid ${color};border-radius:6px">
${blocks}</td></tr>
<tr><td style="padding:16px 4px 0;color:#52606d;font-size:13px">
<a href="${forum.baseUrl}" style="color:#52606d">${forum.baseUrl}</a>${unsubscribe && html` · <a href="${unsubscribe.url}" style="color:#52606d">${unsubscribe.label}</a>`}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text
}

function button({ url, label }: { url: string; label: string }, color: string): Escaped {
  return html`<p style="margin:4px 0 20px" dir="auto"><a href="${url}" style="display:inline-block;padding:11px 22px;background:${color};color:${textColorOn(color)};border-radius:6px;font-weight:bold;text-decoration:none">${label}</a></p>
`
}

/** The lines of a paragraph, with the address of the action as a link. */
function renderLines(paragraph: string, url: string | undefined): Escaped[] {
  return paragraph.split('\n').flatMap((line, index) => {
    const parts = url === undefined ? [line] : line.split(url)
    const pieces = parts.flatMap((part, n) => (n === 0 ? [html`${part}`] : [link(url ?? ''), html`${part}`]))
    return index === 0 ? pieces : [new Escaped('<br>\n'), ...pieces]
  })
}

function link(url: string): Escaped {
  return html`<a href="${url}" style="color:inherit">${url}</a>`
}

function sixDigits(color: string): string {
  return color.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color
}

/** Black or white, whichever has the higher contrast to the colour: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. */
function textColorOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}
