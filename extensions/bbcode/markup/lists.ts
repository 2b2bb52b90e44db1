import {
  element,
  isElement,
  type MarkupAttributes,
  type MarkupNode,
  type PairedTag,
} from '@parley/shared/markup'

const styleNames = new Map([
  ['1', 'decimal'],
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
])
const simpleText = /^[-+,. \w]{1,40}$/

/** Allowed `style` attributes of a list. */
export const listStyle = /^list-style-type:[-+,. \w]{1,40}$/

/** `[list]` and its items `[*]`. */
export const listTags: readonly PairedTag[] = [
  {
    name: 'list',
    content: 'block',
    attributes: {
      type: (value) => styleNames.get(value) ?? (simpleText.test(value) ? value : ''),
      start: (value) => (/^\d{1,9}$/.test(value) ? value : ''),
    },
    defaultAttribute: 'type',
    render: ({ attributes: { type = '', start }, children }) =>
      /^(?:decimal|lower|upper)/.test(type)
        ? numbered(type, start, inItems(children))
        : element('ul', type ? { style: styleOf(type) } : {}, inItems(children)),
  },
  {
    name: '*',
    content: 'block',
    isItemOf: 'list',
    render: ({ children }) => element('li', {}, children),
  },
]

/** Wraps the content before the first item in an item. */
function inItems(children: readonly MarkupNode[]): MarkupNode[] {
  const first = children.findIndex((node) => typeof node === 'object' && isElement(node) && node.tag === 'li')
  const loose = first < 0 ? children : children.slice(0, first)
  return loose.length === 0 ? [...children] : [element('li', {}, loose), ...children.slice(loose.length)]
}

/** A list that counts, from `start` if it is not empty. */
export function numbered(
  type: string,
  start: MarkupAttributes[string],
  children: readonly MarkupNode[],
): MarkupNode {
  return element('ol', { style: styleOf(type), ...(start && { start }) }, children)
}

function styleOf(type: string): string {
  return `list-style-type:${type}`
}
