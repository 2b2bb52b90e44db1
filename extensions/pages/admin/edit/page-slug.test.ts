import { expect, test } from 'vitest'
import { pageSlug } from './page-slug.ts'

test.each([
  ['House rules', 'house-rules'],
  ['  Terms & conditions! ', 'terms-conditions'],
  ['Über uns', 'über-uns'],
  ['الخصوصية', 'الخصوصية'],
  ['2026', 'page-2026'],
  ['5 rules', 'page-5-rules'],
  ['a/b?c#d', 'abcd'],
  ['…', ''],
  ['é', 'é'],
])('the title %j suggests %j', (title, slug) => {
  expect(pageSlug(title)).toBe(slug)
})

test('a long title gives a slug of at most 200 characters without a dash at its end', () => {
  expect(pageSlug(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199))
  expect([...pageSlug('😀é'.repeat(300))]).toHaveLength(200)
})
