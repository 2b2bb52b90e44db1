import { expect, test } from 'vitest'
import { KeySequence } from './key-sequence.ts'

const sequences = new Set(['?', 'j', 'g h', 'g n', 'g g x'])

function press(...presses: [key: string, at: number][]): (string | undefined)[] {
  const keySequence = new KeySequence()
  return presses.map(([key, at]) => keySequence.press(key, sequences, at))
}

test('single keys are sequences of one', () => {
  expect(press(['j', 0], ['?', 10], ['x', 20])).toEqual(['j', '?', undefined])
})

test('keys in a row form one sequence, and each key counts once', () => {
  expect(press(['g', 0], ['h', 900], ['h', 950])).toEqual([undefined, 'g h', undefined])
  expect(press(['g', 0], ['g', 100], ['x', 200])).toEqual([undefined, undefined, 'g g x'])
})

test('a key after the time limit starts a new sequence', () => {
  expect(press(['g', 0], ['h', 1001])).toEqual([undefined, undefined])
  expect(press(['g', 0], ['j', 1001])).toEqual([undefined, 'j'])
})

test('a key that continues no sequence counts on its own', () => {
  expect(press(['g', 0], ['j', 100])).toEqual([undefined, 'j'])
  expect(press(['g', 0], ['g', 100], ['h', 200])).toEqual([undefined, undefined, undefined])
})
