import { createBlockParser } from './block/parser.ts'
import { BlockTree } from './block/tree.ts'
import type { MarkupDocument, MarkupReference } from './document.ts'
import { joinElements } from './elements.ts'
import { escapeHtml, HtmlWriter } from './html-writer.ts'
import { ParseLog } from './limits.ts'
import { plainText } from './plain-text.ts'
import {
  fillStored,
  type RenderOptions,
  referencesIn,
  storedReference,
  withCurrentNames,
} from './references.ts'
import { joinSyntaxes, type MarkupSyntax, type WordReplacements } from './syntax.ts'
import { commonMarkUrls, forumUrls } from './urls.ts'
import { versionOf } from './version.ts'
import { compileReplacements, type Replacements } from './words/replacements.ts'

export interface MarkupOptions {
  /** Absolute address of the forum without a slash at the end: links into it are followed by search engines. */
  baseUrl?: string
  /** Syntaxes of extensions, in order of precedence. */
  syntaxes?: readonly MarkupSyntax[]
  /** Elements and tags that stay text, such as `img`. */
  disabled?: readonly string[]
  /** All links open a new tab and are marked as external: for texts beside which a page goes on, such as a profile. */
  newTabs?: boolean
  /**
   * `forum`, the default, is the language of posts. `commonmark` is exactly CommonMark but for raw HTML, which is
   * text in both profiles; the conformance tests use it to run on the same code.
   */
  profile?: 'forum' | 'commonmark'
  /** Schemes of links in the profile `commonmark`. */
  schemes?: ReadonlySet<string>
}

/** The language of posts of one forum. The same source gives the same HTML on the server and in every browser. */
export interface Markup {
  /** Version of the code and its syntaxes. HTML that was stored under another version must be rendered again. */
  readonly version: string
  /** Parses a source in linear time. Never throws. */
  parse(source: string): MarkupDocument
  /** HTML to store: like `render`, but with placeholders for references, which `fill` replaces, and words as typed. */
  renderStored(document: MarkupDocument): string
  /** The references in stored HTML, to look up those of many posts in one batch. */
  references(stored: string): MarkupReference[]
  /** Renders the references in stored HTML from current facts, and replaces its words. */
  fill(stored: string, options?: RenderOptions): string
  /** Compiles replacements for `fill` and `render`: those of the syntaxes, and others, which win. Takes milliseconds. */
  compileReplacements(words: WordReplacements): Replacements
  /** HTML that is safe to insert. */
  render(document: MarkupDocument, options?: RenderOptions): string
  renderHtml(source: string, options?: RenderOptions): string
  /** The words on one line as they are typed, without quotations, spoilers and images: for excerpts and search. */
  plainText(document: MarkupDocument, options?: RenderOptions): string
  /** The normalised source for the editor, with the current names of references. */
  withCurrentNames(source: string, options?: RenderOptions): string
}

/**
 * Compiles the language of the core and of syntaxes. Takes about a millisecond: reuse the result.
 *
 * @throws Error if a declaration of a syntax is invalid, or a name is not unique.
 */
export function createMarkup(options: MarkupOptions = {}): Markup {
  const {
    profile = 'forum',
    syntaxes = [],
    newTabs = false,
    schemes = new Set(['http', 'https', 'mailto']),
  } = options
  const disabled = new Set(options.disabled)
  const extras = profile === 'forum'
  const grammar = joinSyntaxes(syntaxes)
  const urls = extras ? forumUrls : commonMarkUrls(schemes)
  const parser = createBlockParser({
    extras,
    breaks: extras,
    urls,
    baseUrl: options.baseUrl,
    newTabs,
    grammar,
  })
  const linkSchemes = extras ? new Set(['mailto']) : schemes
  const elements = newTabs
    ? joinElements([grammar.elements, { a: { target: ['_blank'] } }])
    : grammar.elements
  const writer = new HtmlWriter(elements, linkSchemes, storedReference)

  function parseText(text: string, used?: ReadonlySet<string>): { document: MarkupDocument; log: ParseLog } {
    const log = new ParseLog(text.length, disabled)
    const tokens = parser.parse(text, log, used)
    const children = new BlockTree(parser.dialect, log).build(tokens)
    const { references, diagnostics } = log
    return { document: { children, references, diagnostics }, log }
  }
  function parse(source: string): MarkupDocument {
    const text = normalizeSource(source)
    const { document, log } = parseText(text)
    const used = log.usedDefinitions
    const isWhole = !extras || Object.keys(log.definitions ?? {}).every((label) => used.has(label))
    return isWhole ? document : parseText(text, used).document
  }
  function compile(words: WordReplacements): Replacements {
    const all = new Map([...grammar.replacements, ...Object.entries(words)])
    return compileReplacements(
      new Map([...all].map(([word, node]) => [word, writer.writeInline([node])])),
      escapeHtml,
    )
  }
  const own = compile({})
  function fill(stored: string, renderOptions: RenderOptions = {}): string {
    return fillStored(stored, grammar, writer, renderOptions.replacements ?? own, renderOptions)
  }
  const renderStored = (document: MarkupDocument) => writer.write(document.children)
  const render = (document: MarkupDocument, renderOptions?: RenderOptions) =>
    fill(renderStored(document), renderOptions)
  return {
    version: versionOf(syntaxes),
    parse,
    renderStored,
    references: referencesIn,
    fill,
    compileReplacements: compile,
    render,
    renderHtml: (source, renderOptions) => render(parse(source), renderOptions),
    plainText: (document, renderOptions = {}) => plainText(document, grammar, renderOptions),
    withCurrentNames(source, renderOptions = {}) {
      const text = normalizeSource(source)
      return withCurrentNames(text, parse(text), grammar, renderOptions)
    },
  }
}

const unusual = /[^\t\n -~\u00a0-\ud7ff\ue000-\ufffd]/
const controls = /(?![\t\n])\p{Cc}/gu

/** Normalises a source before it is stored or parsed: line ends become LF, control characters except tab are dropped. */
export function normalizeSource(source: string): string {
  if (!unusual.test(source)) return source
  return source.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed()
}
