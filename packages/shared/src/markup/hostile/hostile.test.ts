import { isRunOfAll } from '@parley/testing/all-tests'
import { growthOf, proportionalGrowth } from '@parley/testing/growth'
import { brackets, hostilePieces, hostileTexts, people } from '@parley/testing/markup'
import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { createMarkup } from '../markup.ts'

const markup = createMarkup({ syntaxes: [brackets, people] })

const render = (source: string) => markup.renderStored(markup.parse(source))

const families: readonly (readonly [string, (length: number) => string])[] = [
  ...hostilePieces.map(
    (piece) =>
      [JSON.stringify(piece), (length: number) => piece.repeat(Math.ceil(length / piece.length))] as const,
  ),
  ...Object.keys(hostileTexts(0)).map(
    (name) => [name, (length: number) => hostileTexts(length)[name] ?? ''] as const,
  ),
]

/** The smaller of two lengths that are compared. */
const size = isRunOfAll ? 16_384 : 4096

// `bench/markup.ts` reports the time for a megabyte.
test.each(families)(
  `${size * 16} characters of %s take linear time`,
  async (_, make) => {
    expect(await growthOf(make, render, size)).toBeLessThan(proportionalGrowth)
  },
  60_000,
)

test('markup beyond a limit stays text and gives a diagnostic', () => {
  const count = (source: string, tag: string) => {
    const document = markup.parse(source)
    const html = markup.renderStored(document)
    const of = (message: string) =>
      document.diagnostics.filter((diagnostic) => diagnostic.message === message).map(({ tag: name }) => name)
    return {
      count: html.split(`<${tag}`).length - 1,
      many: of('Tag limit exceeded'),
      deep: of('Nesting limit exceeded'),
      html,
    }
  }
  expect(count('**a** '.repeat(6000), 'strong')).toMatchObject({ count: 5000, many: ['strong'], deep: [] })
  expect(count('- a\n'.repeat(6000), 'li')).toMatchObject({ count: 5000, many: ['li'] })
  expect(count('# a\n'.repeat(6000), 'h2')).toMatchObject({ count: 5000, many: ['heading'] })
  expect(count('a\n-\n'.repeat(6000), 'h3')).toMatchObject({ count: 5000, many: ['heading'] })
  expect(count(`|a|\n|-|\n${'|b|\n'.repeat(6000)}`, 'td')).toMatchObject({ count: 5000, many: ['td'] })
  expect(count(`${'> '.repeat(12)}a`, 'blockquote')).toMatchObject({
    count: limits.nesting,
    deep: ['blockquote'],
  })
  expect(count(`${'> '.repeat(12)}a`, 'blockquote').html).toContain('<p>&gt; &gt; a</p>')
  expect(count(`${'>! '.repeat(12)}a`, 'details')).toMatchObject({ count: limits.nesting, deep: ['details'] })
  expect(count(`${'- '.repeat(12)}a`, 'ul')).toMatchObject({ count: limits.nesting })
  expect(count(`${'*a '.repeat(12)}b${'*'.repeat(12)}`, 'em')).toMatchObject({
    count: limits.nesting,
    deep: ['em'],
  })
  expect(count('http://a.b '.repeat(6000), 'a ')).toMatchObject({ count: 5000, many: ['a'] })
  expect(count(`[a]: http://${'x'.repeat(1000)}\n\n${'[a] '.repeat(4000)}`, 'a ')).toMatchObject({
    many: ['reference'],
  })
})
