import type { MarkdownIt } from 'markdown-it'
import type { MarkupAttributes } from './document.ts'
import type { Grammar, Links } from './syntax.ts'
import { isInternal, type UrlPolicy } from './urls.ts'

/** The options of the language that differ between forums and from CommonMark. */
export interface DialectOptions {
  /** The forum's additions to CommonMark: bare links, spoilers, strikethrough, tables … */
  extras: boolean
  /** A line break in the source makes one in the output. */
  breaks: boolean
  urls: UrlPolicy
  /** Absolute address of the forum without a slash at the end. */
  baseUrl: string | undefined
  /** All links open a new tab. */
  newTabs: boolean
  grammar: Grammar
}

/** The language as the parser uses it: compiled options, and functions of markdown-it. */
export interface Dialect extends DialectOptions {
  /** 1 for each ASCII character that may begin more than text. */
  special: Uint8Array
  hasWideTriggers: boolean
  helpers: MarkdownIt['helpers']
  /** Text without backslash escapes and HTML entities. */
  unescape(text: string): string
  normalizeLabel(label: string): string
  /** An address encoded for an attribute; undefined if a link may not have it. */
  linkTarget(address: string, isEmail: boolean): string | undefined
  linkAttributes(href: string, title: string): MarkupAttributes
  imageAttributes(src: string, alt: string, title: string): MarkupAttributes
  /** The rules for addresses and links, for use by syntaxes. */
  links: Links
}

const rel = 'ugc nofollow noopener'
// markdown-it converts hosts with letters beyond ASCII to ASCII, which is slow for text that is too long for a host.
const shortHost = /^https?:\/\/([^/?#]{1,253})(?:[/?#]|$)/i
const foreign = /[\u0080-\uffff]/

export function createDialect(options: DialectOptions, markdown: MarkdownIt): Dialect {
  const { extras, urls, baseUrl, newTabs, grammar } = options
  const { utils, helpers } = markdown
  const toAsciiHost = markdown.normalizeLink.bind(markdown)
  const linkAttributes = (href: string, title: string): MarkupAttributes => ({
    href,
    ...(title && { title }),
    ...(!href.startsWith('mailto:') && {
      ...(extras && (newTabs || !isInternal(href, baseUrl)) && { rel }),
      ...(newTabs && { target: '_blank' }),
    }),
  })
  const imageAttributes = (src: string, alt: string, title: string): MarkupAttributes => ({
    src,
    alt,
    ...(title && { title }),
    ...(extras && { loading: 'lazy' }),
  })
  const linkTarget = (address: string, isEmail: boolean): string | undefined => {
    if (isEmail) return `mailto:${urls.encode(address)}`
    const [, host] = foreign.test(address) ? (shortHost.exec(address) ?? []) : []
    const url = urls.encode(host && foreign.test(host) ? toAsciiHost(address) : address)
    return urls.allows(url) ? url : undefined
  }
  return {
    ...options,
    special: specialCharacters(extras, grammar),
    hasWideTriggers: [...grammar.inline.keys()].some((code) => code >= 128),
    helpers,
    unescape: utils.unescapeAll,
    normalizeLabel: utils.normalizeReference,
    linkTarget,
    linkAttributes,
    imageAttributes,
    links: {
      url: (typed) => linkTarget(typed.trim(), false),
      mail: (typed) => `mailto:${urls.encode(typed.trim())}`,
      link: (href, children, title = '') => ({ tag: 'a', attributes: linkAttributes(href, title), children }),
      image: (src, alt, title = '') => ({ tag: 'img', attributes: imageAttributes(src, alt, title) }),
    },
  }
}

function specialCharacters(extras: boolean, { inline, tags }: Grammar): Uint8Array {
  const special = new Uint8Array(128)
  const characters = `\n!&*_<[\\]\`${extras ? ')>@^~|:' : ''}${tags.size > 0 ? '[' : ''}`
  for (const character of characters) special[character.charCodeAt(0)] = 1
  for (const code of inline.keys()) if (code < 128) special[code] = 1
  return special
}
