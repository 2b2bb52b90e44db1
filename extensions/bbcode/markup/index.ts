import { element, type MarkupNode, type MarkupSyntax, type PairedTag } from '@parley/shared/markup'
import { colorSource, toColor } from './colors.ts'
import { contentLinks, linkTags, pixels } from './links.ts'
import { listStyle, listTags, numbered } from './lists.ts'

const sizes = { smallest: 8, largest: 36 }

/** A tag without attributes. */
function plainTag(name: string): PairedTag {
  return { name, content: 'inline', render: ({ children }) => element(name, {}, children) }
}

const styleTags: readonly PairedTag[] = [
  {
    name: 'color',
    content: 'inline',
    attributes: { color: toColor },
    defaultAttribute: 'color',
    required: ['color'],
    render: ({ attributes, children }) => element('span', { style: `color:${attributes.color}` }, children),
  },
  {
    name: 'size',
    content: 'inline',
    attributes: { size: toSize },
    defaultAttribute: 'size',
    required: ['size'],
    render: ({ attributes, children }) =>
      element('span', { style: `font-size:${attributes.size}px` }, children),
  },
  {
    name: 'center',
    content: 'block',
    render: ({ children }) => element('div', { style: 'text-align:center' }, children),
  },
]

function toSize(value: string): string | undefined {
  if (!/^-?\d+$/.test(value)) return undefined
  return String(Math.min(sizes.largest, Math.max(sizes.smallest, Number(value))))
}

function uncited(children: readonly MarkupNode[]): MarkupNode {
  return element('blockquote', { class: 'uncited' }, [element('div', {}, children)])
}

const blockTags: readonly PairedTag[] = [
  {
    name: 'quote',
    content: 'block',
    attributes: { author: (value) => value.trim() },
    defaultAttribute: 'author',
    render({ attributes: { author }, children }) {
      if (!author) return uncited(children)
      const cite = element('cite', {}, [author, ' ', { reference: 'quoteWrote', id: '', source: 'wrote' }])
      return element('blockquote', {}, [element('div', {}, [cite, ...children])])
    },
  },
  {
    name: 'code',
    content: 'code',
    attributes: { lang: (value) => (/^[\w-]{1,40}$/.test(value) ? value : '') },
    defaultAttribute: 'lang',
    render({ attributes: { lang }, text }) {
      const code = element('code', lang ? { class: `language-${lang}` } : {}, [text])
      // Code scrolls sideways, so keyboard users must be able to focus it.
      return element('pre', { tabindex: 0 }, [code])
    },
  },
]

/** BBCode (api-extensions 9.3). One text may mix it with Markdown. */
const bbcode: MarkupSyntax = {
  name: 'bbcode',
  version: 1,
  elements: {
    b: {},
    i: {},
    u: {},
    s: {},
    cite: {},
    blockquote: { class: ['uncited'] },
    div: { style: ['text-align:center'] },
    ul: { style: listStyle },
    ol: { style: listStyle },
    span: { style: new RegExp(`^(?:color:(?:${colorSource})|font-size:(?:[89]|[12]\\d|3[0-6])px)$`) },
    img: { height: pixels, width: pixels },
  },
  inline: [contentLinks],
  tags: [...'b i u s del'.split(' ').map(plainTag), ...linkTags, ...styleTags, ...blockTags, ...listTags],
  // Markdown's quotations and numbered lists render like those of tags.
  transforms: {
    blockquote: ({ children = [] }) => uncited(children),
    ol: ({ attributes, children = [] }) => numbered('decimal', attributes?.start, children),
  },
  references: {
    // The word after a quotation's author is in the language of the reader.
    quoteWrote: {
      render: (_, __, { translate }) => translate('bbcode.forum.quote.wrote'),
      renderDeleted: (_, { translate }) => translate('bbcode.forum.quote.wrote'),
    },
  },
}

export default bbcode
