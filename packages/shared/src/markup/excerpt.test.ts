import { growthOf, proportionalGrowth } from '@parley/testing/growth'
import { expect, test } from 'vitest'
import { contentPlain, excerptText, truncate } from './excerpt.ts'
import { createMarkup } from './markup.ts'

const renderMarkup = (source: string) => createMarkup().renderHtml(source)

test('plain text has the words of a post on one line, without quotations', () => {
  const source =
    '# Hi\n\n> quoted\n>\n> > deeper\n\n**a**b & <c>\nd\n\n- e\n- f\n\n|g|h|\n|-|-|\n|i|j|\n\n![k](https://l.m/n)'
  expect(contentPlain(renderMarkup(source))).toBe('Hi ab & <c> d e f g h i j')
})

test('excerpts separate blocks and leave out struck text', () => {
  const source = '# Tides, measured\n\nI kept a log\nof ~~old~~ them.\n\n> quoted\n\nIt says:\n\n- one\n- two'
  const html = renderMarkup(source)
  expect(excerptText(html)).toBe('Tides, measured · I kept a log of them. It says: one · two')
  expect(excerptText(html, { isWhole: true })).toContain('of old them. quoted · It says:')
  expect(excerptText(renderMarkup('a ||b||'), { isWhole: true })).toBe('a')
})

test('plain text omits spoilers', () => {
  expect(contentPlain(renderMarkup('a ||b *c*|| d\n\n>! e\n>\n>! f\n\ng'))).toBe('a d g')
})

test('entities are decoded once, tags end outside quotes', () => {
  expect(contentPlain('&amp;lt;b&gt; &#8364;&#x20AC; &unknown; &#9999999;')).toBe(
    '&lt;b> €€ &unknown; &#9999999;',
  )
  expect(contentPlain('a<i title="x > y">b</i><script>c</script>')).toBe('ab')
  expect(contentPlain('a<')).toBe('a')
})

test.each(['<a "', '<blockquote>', '&#'])('%s repeated takes linear time', async (piece) => {
  expect(await growthOf((times) => piece.repeat(times), excerptText, 16_384)).toBeLessThan(proportionalGrowth)
})

test('truncates between graphemes', () => {
  expect(truncate('short', 5)).toBe('short')
  expect(truncate('one two', 4)).toBe('one…')
  expect(truncate('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦')
  expect(truncate('👩‍👩‍👧‍👦👩‍👩‍👧‍👦c', 1)).toBe('👩‍👩‍👧‍👦…')
  expect(truncate('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301e\u0301…')
  expect(truncate('न्दी हिन्दी', 2).endsWith('…')).toBe(true)
})

test('many combining marks on one letter do not exceed the bound', () => {
  expect(truncate(`a${'\u0301'.repeat(60_000)}`, 10).length).toBeLessThan(200)
})

test('a picture that stands for a word is called by its name; others are no words', () => {
  const emoji = '<span class="flamoji"><img src="/a.png" alt="Party &amp; parrot"></span>'
  expect(contentPlain(`<p>So ${emoji}, <img src="/b.png" alt="cat"> yes</p>`)).toBe('So Party & parrot, yes')
  expect(contentPlain(`<p><span class="spoiler">${emoji}</span>x</p>`)).toBe('x')
  expect(contentPlain(`<p>${emoji.slice(0, -12)}`)).toBe('')
})

test('an excerpt never ends within what readers see as one character', () => {
  const families = '👨‍👩‍👧‍👦'.repeat(20)
  for (const length of [1, 3, 7]) expect(truncate(families, length)).toBe(`${'👨‍👩‍👧‍👦'.repeat(length)}…`)
})
