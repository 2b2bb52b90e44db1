import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tagSlug } from './tag-slug.ts'

test.each([
  ['Night trains', 'night-trains'],
  ['  Q & A / Help ', 'q-a-help'],
  ['What’s new?', 'whats-new'],
  ['Übersicht', 'übersicht'],
  ['القطار الليلي', 'القطار-الليلي'],
  ['नमस्ते दुनिया', 'नमस्ते-दुनिया'],
  ['夜行 列車', '夜行-列車'],
  ['한국어', '한국어'],
  ['ภาษาไทย', 'ภาษาไทย'],
  ['<b>Bold</b>', 'b-bold-b'],
  ['🚲 🚆', 'tag'],
  ['', 'tag'],
  [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
])('%s becomes %s', (name, slug) => {
  expect(tagSlug(name)).toBe(slug)
})

test('every slug is one that the server accepts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (name) => {
      expect(tagSlug(name)).toMatch(/^[^/\\\s]{1,200}$/u)
      expect([...tagSlug(name)].length).toBeLessThanOrEqual(100)
    }),
  )
})
