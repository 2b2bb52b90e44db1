import { expect, test } from 'vitest'
import { linesOf, shownLines } from './lines.ts'
import type { Section } from './sections.ts'

const section = (name: Section['name'], count: number): Section => ({
  name,
  emoji: Array.from({ length: count }, (_, index) => ({ character: `${name}${index}`, name: '' })),
})

const lines = linesOf([section('food', 20), section('flags', 800)], true, { heading: 30, row: 40 })

test('sections have headings and rows of eight', () => {
  expect(lines).toHaveLength(2 + 3 + 100)
  expect(lines.slice(0, 6).map(({ row, top, cells }) => [row, top, cells?.length])).toEqual([
    [-1, 0, undefined],
    [0, 30, 8],
    [1, 70, 8],
    [2, 110, 4],
    [-1, 150, undefined],
    [3, 180, 8],
  ])
  expect(linesOf([section('found', 9)], false, { heading: 30, row: 40 })).toHaveLength(2)
})

test('only what is near is rendered, and the row with the focus; gaps have the height of the others', () => {
  const sections = shownLines(lines, { from: 2000, to: 2300 }, 0)
  const [food = [], flags = []] = [sections.get('food'), sections.get('flags')]
  expect(food).toMatchObject([{ gap: 30 }, { line: { row: 0 } }, { gap: 80 }])
  expect(flags.length).toBeLessThan(25)
  const height = [...food, ...flags].reduce(
    (sum, each) => sum + ('gap' in each ? each.gap : each.line.height),
    0,
  )
  expect(height).toBe(2 * 30 + 103 * 40)
})
