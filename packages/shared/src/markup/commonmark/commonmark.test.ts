import { tests } from 'commonmark-spec'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { createMarkup } from '../markup.ts'

type Node = DefaultTreeAdapterTypes.ChildNode

// Schemes that occur in the examples; the profile knows only those that it is told.
const schemes = new Set('http https mailto ftp irc made-up-scheme localhost a+b+c'.split(' '))
const markup = createMarkup({ profile: 'commonmark', schemes })

const examples = tests.filter(({ html, markdown }) => !hasRawHtml(html, markdown))

/** Elements of the expected HTML that Markdown itself cannot make, or that stand in the source as they are. */
function hasRawHtml(html: string, markdown: string): boolean {
  const known = /^(?:p|br|hr|h[1-6]|blockquote|[uo]l|li|pre|code|em|strong|a|img)$/
  if (/^ {0,3}<(?:div|pre|script|style|table|del)\b/m.test(markdown)) return true
  const tags = [...html.matchAll(/<(?:!|\?|\/?([a-z][\w-]*))[^>]*>/gi)]
  return tags.some(([tag, name]) => !name || !known.test(name) || markdown.includes(tag))
}

/** A tree without white space that means nothing, as the suite's own test runner compares it. */
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
