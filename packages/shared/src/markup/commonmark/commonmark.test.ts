import { tests } from 'commonmark-spec'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { createMarkup } from '../markup.ts'

type Node = DefaultTreeAdapterTypes.ChildNode

// Schemes that occur in the examples; the profile allows only the listed ones.
const schemes = new Set('http https mailto ftp irc made-up-scheme localhost a+b+c'.split(' '))
const markup = createMarkup({ profile: 'commonmark', schemes })

const examples = tests.filter(({ html, markdown }) => !hasRawHtml(html, markdown))

/** Whether the expected HTML has elements that Markdown cannot produce, or copies tags from the source. */
function hasRawHtml(html: string, markdown: string): boolean {
  const producible = /^(?:p|br|hr|h[1-6]|blockquote|[uo]l|li|pre|code|em|strong|a|img)$/
  if (/^ {0,3}<(?:div|pre|script|style|table|del)\b/m.test(markdown)) return true
  const tags = [...html.matchAll(/<(?:!|\?|\/?([a-z][\w-]*))[^>]*>/gi)]
  return tags.some(([tag, name]) => !name || !producible.test(name) || markdown.includes(tag))
}

/** A tree without insignificant white space, normalised like the suite's own test runner does. */
function normalized(nodes: readonly Node[], inPre = false): unknown[] {
  return nodes.flatMap((node): unknown[] => {
    if (node.nodeName === '#text' && 'value' in node) {
      if (inPre) return [node.value]
      const text = node.value.replace(/\s+/g, ' ')
      return text === ' ' ? [] : [text.trim()]
    }
    if (!('attrs' in node)) return [node.nodeName]
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
    return [
      {
        tag: node.tagName,
        attributes,
        children: normalized(node.childNodes, inPre || node.tagName === 'pre'),
      },
    ]
  })
}

test('most examples are run', () => {
  expect(tests.length).toBe(652)
  expect(examples.length).toBeGreaterThan(560)
})

test.each(examples.map((example) => [example.number, example] as const))(
  'example %i',
  (_, { markdown, html }) => {
    const source = markdown.replaceAll('→', '\t')
    const expected = normalized(parseFragment(html.replaceAll('→', '\t')).childNodes)
    expect(normalized(parseFragment(markup.renderHtml(source)).childNodes)).toEqual(expected)
  },
)
