import { expect, test } from 'vitest'
import { KeySequence } from './key-sequence.ts'

const known = new Set(['?', 'j', 'g h', 'g n', 'g g x'])

function press(...presses: [key: string, at: number][]): (string | undefined)[] {
  const sequence = new KeySequence()
  return presses.map(([key, at]) => sequence.press(key, known, at))
}

test('single keys are sequences of one', () => {
  expect(press(['j', 0], ['?', 10], ['x', 20])).toEqual(['j', '?', undefined])
})

test('keys that follow each other are one sequence, each once', () => {
  expect(press(['g', 0], ['h', 900], ['h', 950])).toEqual([undefined, 'g h', undefined])
  expect(press(['g', 0], ['g', 100], ['x', 200])).toEqual([undefined, undefined, 'g g x'])
})

test('a key that comes too late begins anew', () => {
  expect(press(['g', 0], ['h', 1001])).toEqual([undefined, undefined])
  expect(press(['g', 0], ['j', 1001])).toEqual([undefined, 'j'])
})

test('a key that goes on with nothing counts on its own', () => {
  expect(press(['g', 0], ['j', 100])).toEqual([undefined, 'j'])
  expect(press(['g', 0], ['g', 100], ['h', 200])).toEqual([undefined, undefined, undefined])
})
