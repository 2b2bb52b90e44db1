import createMarkdown, { type Env, type MarkdownIt, type RendererRule, type Token } from 'markdown-it'

export interface MarkupOptions {
  /** Absolute address of the forum without a slash at the end: links into it are followed by search engines. */
  baseUrl?: string
}

/**
 * What people write, as HTML that is safe to insert: CommonMark with tables, strikethrough, line breaks
 * as written and bare `http:`, `https:` and mail addresses as links. HTML in the source stays text.
 * The same source gives the same HTML on the server and in every browser. Time grows with the length
 * of the source; blocks nested deeper than 20 levels are left out.
 */
export function renderMarkup(source: string, options: MarkupOptions = {}): string {
  renderer ??= createRenderer()
  return renderer.render(source, { baseUrl: options.baseUrl })
}

let renderer: MarkdownIt | undefined

function createRenderer(): MarkdownIt {
  const markdown = createMarkdown({
    html: false,
    linkify: true,
    breaks: true,
    typographer: false,
    maxNesting: 20,
  })
  markdown.linkify
    .add('ftp:', null)
    .add('//', null)
    .set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true })
  markdown.validateLink = (url) => /^(https?:\/\/[^/]|mailto:.)/.test(url)
  const normalize = markdown.normalizeLink.bind(markdown)
  markdown.normalizeLink = (url) => normalize(url).replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase())

  const { rules } = markdown.renderer
  const drawImage = rules.image
  const drawFence = rules.fence
  const drawCode = rules.code_block
  rules.link_open = link
  rules.image = (...args) => {
    const [tokens, index] = args
    const token = tokens[index]
    if (!token || !drawImage) return ''
    // Mail addresses are fine for links only.
    if (!/^https?:/.test(String(token.attrGet('src')))) return markdown.utils.escapeHtml(token.content)
    token.attrSet('loading', 'lazy')
    return drawImage(...args)
  }
  rules.fence = (...args) => focusable(drawFence?.(...args) ?? '')
  rules.code_block = (...args) => focusable(drawCode?.(...args) ?? '')
  rules.heading_open = rules.heading_close = heading
  rules.table_open = () => '<div class="Prose-table" tabindex="0" role="region"><table>\n'
  rules.table_close = () => '</table></div>\n'
  rules.th_open = rules.td_open = cell
  return markdown
}

const link: RendererRule = (tokens, index, _options, env, self) => {
  const token = tokens[index]
  if (!token) return ''
  const url = String(token.attrGet('href'))
  if (/^https?:/.test(url) && !isInternal(url, env ?? {})) token.attrSet('rel', 'ugc nofollow noopener')
  return `<a${self.renderAttrs(token)}>`
}

function isInternal(url: string, { baseUrl }: Env): boolean {
  if (typeof baseUrl !== 'string' || !url.startsWith(baseUrl)) return false
  return url.length === baseUrl.length || '/?#'.includes(url.charAt(baseUrl.length))
}

/** The page has the first level of headings. */
const heading: RendererRule = (tokens, index) => {
  const token = tokens[index]
  const level = Math.min(6, Number(token?.tag.slice(1)) + 1)
  return token?.nesting === 1 ? `<h${level}>` : `</h${level}>\n`
}

/** Alignment as an attribute, so that no inline style is needed. */
const cell: RendererRule = (tokens, index) => {
  const token = tokens[index] as Token
  const align = /right|center/.exec(String(token.attrGet('style')))?.[0]
  const scope = token.tag === 'th' ? ' scope="col"' : ''
  const attribute = align ? ` data-align="${align === 'right' ? 'end' : align}"` : ''
  return `<${token.tag}${scope}${attribute}>`
}

/** Code scrolls sideways: the keyboard must reach it. */
function focusable(html: string): string {
  return html.replace('<pre', '<pre tabindex="0"')
}
