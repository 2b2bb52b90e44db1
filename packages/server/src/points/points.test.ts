import { expect, test } from 'vitest'
import { extensionPoints } from './points.ts'

test('each extension point stands behind those that it needs', () => {
  const names = extensionPoints.map(({ name }) => name)
  const misplaced = extensionPoints.flatMap(({ name, needs }, index) =>
    needs
      .filter((need) => !names.slice(0, index).includes(need as never))
      .map((need) => `${name} needs ${need}`),
  )
  expect(misplaced).toEqual([])
})

test('no section belongs to two extension points', () => {
  const sections = extensionPoints.flatMap(({ sections }): readonly string[] => sections)
  expect(sections).toHaveLength(new Set(sections).size)
})
