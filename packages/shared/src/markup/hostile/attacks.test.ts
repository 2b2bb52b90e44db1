import { attacks, brackets, disallowedMarkup, people } from '@parley/testing/markup'
import { expect, test } from 'vitest'
import { createMarkup } from '../markup.ts'

const syntaxes = [brackets, people]
const forums = [createMarkup(), createMarkup({ syntaxes })]
const facts = { name: '<script>alert(1)</script>" onclick="alert(1)' }

test('there are more than 600 attacks', () => {
  expect(attacks.length).toBeGreaterThan(600)
})

test.each(attacks)('%j', (source) => {
  const [plain, extended] = forums.map((markup) => markup.renderHtml(source, { facts: () => facts }))
  expect(disallowedMarkup(plain ?? 'none')).toEqual([])
  expect(disallowedMarkup(extended ?? 'none', syntaxes)).toEqual([])
})

test('the check reports every kind of unsafe HTML', () => {
  expect(disallowedMarkup('<p>a</p>')).toEqual([])
  for (const html of [
    '<script>a</script>',
    '<p onclick="a">b</p>',
    '<a href="javascript:a">b</a>',
    '<a href="//evil.example">b</a>',
    '<a href="/&#x5c;evil.example">b</a>',
    '<img src="mailto:a@b">',
    '<!-- a -->',
    '<p><p>a</p></p>',
    '<em>a',
  ]) {
    expect(disallowedMarkup(html)).not.toEqual([])
  }
})
