import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFailures } from './find-failures.ts'

const texts = fc
  .array(fc.constantFrom('a', 'b', '!'), { maxLength: 20, size: 'max' })
  .map((all) => all.join(''))

test('values that fail are shrunk, and the search goes on after them', async () => {
  const check = (text: string) => (text.includes('!') ? 'is loud' : '')
  const failures = await findFailures(texts, check, { seed: 1, count: 1000 })
  expect(failures).toEqual(Array.from({ length: 10 }, () => ({ value: '!', fault: 'is loud' })))
})

test('every value is tried if none fails, and the same seed gives the same values', async () => {
  const valuesOf = async (seed: number) => {
    const tried: string[] = []
    const check = (text: string) => {
      tried.push(text)
      return ''
    }
    const failures = await findFailures(texts, check, { seed, count: 50 })
    expect(failures).toEqual([])
    return tried
  }
  const values = await valuesOf(1)
  expect(values).toHaveLength(50)
  expect(await valuesOf(1)).toEqual(values)
  expect(await valuesOf(2)).not.toEqual(values)
})
