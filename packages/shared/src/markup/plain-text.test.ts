import { expect, test } from 'vitest'
import { contentPlain, excerpt } from './excerpt.ts'
import { createMarkup } from './markup.ts'
import { quoteText } from './plain-text.ts'

const markup = createMarkup()

test.each([
  ['# Hi\n\n**a**b & <c>\nd', 'Hi ab & <c> d'],
  ['- e\n- f\n  1. g', 'e f g'],
  ['> quoted\n\nkept', 'kept'],
  ['a ||b|| c\n\n>! d\n\ne', 'a c e'],
  ['|g|h|\n|-|-|\n|i|j|', 'g h i j'],
  ['`a < b`\n\n```\nc\n```', 'a < b c'],
  ['[l](/m) ![k](/n) http://a.b H~2~O', 'l http://a.b H2O'],
  ['- [x] done', 'done'],
])('the words of %j', (source, words) => {
  const document = markup.parse(source)
  expect(markup.plainText(document)).toBe(words)
  expect(contentPlain(markup.render(document))).toBe(words)
})

test('an excerpt of HTML', () => {
  expect(excerpt(markup.renderHtml('**Hello** ||dear|| world'), 8)).toBe('Hello wo…')
})

test('quotes a text for the composer', () => {
  expect(quoteText(' a\n\nb\r\n> c ')).toBe('> a\n>\n> b\n> > c\n\n')
  expect(markup.renderHtml(`${quoteText('a\n\nb')}answer`)).toBe(
    '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>\n<p>answer</p>\n',
  )
})
