import { expect, test } from 'vitest'
import { growthOf, proportionalGrowth } from './growth.ts'

const make = (length: number) => ' '.repeat(length)

test('linear work is distinguished from quadratic work', async () => {
  expect(await growthOf(make, (text) => text.split(''), 16_384)).toBeLessThan(proportionalGrowth)
  let spaces = 0
  const quadratic = (text: string) => {
    for (let end = 0; end < text.length; end += 1)
      for (let index = 0; index < end; index += 1) if (text[index] === ' ') spaces += 1
  }
  expect(await growthOf(make, quadratic, 768)).toBeGreaterThan(proportionalGrowth)
  expect(spaces).toBeGreaterThan(0)
})
