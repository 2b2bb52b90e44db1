import { expect, test } from 'vitest'
import { scrollForCaret } from './preview-scroll.ts'

const box = (scrollTop: number) => ({ scrollTop, scrollHeight: 1000, clientHeight: 200 })

test('the end of the preview is shown while one writes at the end of the text', () => {
  expect(scrollForCaret(box(0), 1)).toBe(800)
})

test('a caret in the middle scrolls the preview there, and never past its ends', () => {
  expect(scrollForCaret(box(0), 0.5)).toBe(400)
  expect(scrollForCaret(box(800), 0)).toBe(0)
  expect(scrollForCaret(box(0), 0.99)).toBe(800)
})

test('the preview stays still while the place is in view', () => {
  expect(scrollForCaret(box(400), 0.52)).toBe(400)
})
