import { element, type MarkupSyntax } from '@parley/shared/markup'

/** A test syntax with tags of each kind. */
export const brackets: MarkupSyntax = {
  name: 'brackets',
  version: 1,
  elements: {
    b: {},
    center: {},
    span: { style: /^font-size:\d{1,2}px$/ },
    cite: {},
    ul: { class: ['letters'] },
  },
  tags: [
    { name: 'b', content: 'inline', render: ({ children }) => element('b', {}, children) },
    {
      name: 'size',
      content: 'inline',
      attributes: {
        size: (value) => (/^\d+$/.test(value) ? String(Math.min(36, Math.max(8, Number(value)))) : undefined),
      },
      defaultAttribute: 'size',
      required: ['size'],
      render: ({ attributes, children }) =>
        element('span', { style: `font-size:${attributes.size}px` }, children),
    },
    {
      name: 'img',
      content: 'text',
      attributes: { alt: /^.{0,100}$/ },
      render: ({ attributes, text }) =>
        /^https?:\/\/\S+$/.test(text) ? element('img', { src: text, alt: attributes.alt ?? '' }) : undefined,
    },
    {
      name: 'url',
      content: 'inline',
      attributes: { url: /^.{1,500}$/, title: /^.{0,100}$/ },
      defaultAttribute: 'url',
      required: ['url'],
      isLink: true,
      render({ attributes: { url = '', title }, children }, links) {
        const href = links.url(url)
        return href === undefined ? undefined : links.link(href, children, title)
      },
    },
    { name: 'center', content: 'block', render: ({ children }) => element('center', {}, children) },
    {
      name: 'quote',
      content: 'block',
      attributes: { author: /^[^\n]{1,60}$/ },
      defaultAttribute: 'author',
      render: ({ attributes, children }) =>
        element(
          'blockquote',
          {},
          attributes.author ? [element('cite', {}, [attributes.author]), ...children] : children,
        ),
    },
    {
      name: 'list',
      content: 'block',
      render: ({ children }) => element('ul', { class: 'letters' }, children),
    },
    { name: '*', content: 'block', isItemOf: 'list', render: ({ children }) => element('li', {}, children) },
    {
      name: 'code',
      content: 'code',
      render: ({ text }) => element('pre', {}, [element('code', {}, [text])]),
    },
  ],
  replacements: { ':)': '🙂', '>:(': '😡', ':))': '😀', ':D': '😃' },
}

interface Person {
  name: string
}

/** A test syntax with references to people by id, `@"Name"#1`. */
export const people: MarkupSyntax = {
  name: 'people',
  version: 3,
  elements: { a: { class: ['Person'] }, span: { class: ['Person--deleted'] } },
  inline: [
    {
      triggers: '@',
      match(text, position) {
        if (/\w/.test(text.charAt(position - 1))) return undefined
        const [source, name, id] =
          /^@"([^"\n]{1,60})"#(\d{1,9})(?!\w)/.exec(text.slice(position, position + 80)) ?? []
        if (source === undefined || name === undefined || id === undefined) return undefined
        return { end: position + source.length, node: { reference: 'person', id, source, details: { name } } }
      },
    },
  ],
  references: {
    person: {
      render: (facts, { id }) =>
        element('a', { href: `/u/${id}`, class: 'Person' }, [`@${(facts as Person).name}`]),
      renderDeleted: (_, { translate }) =>
        element('span', { class: 'Person--deleted' }, [`@${translate('deleted')}`]),
      withCurrentName: (facts, { id }, { translate }) =>
        `@"${facts ? (facts as Person).name.replace(/"#/g, '_') : translate('deleted')}"#${id}`,
    },
  },
}
