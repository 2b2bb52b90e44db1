import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  storedChoice,
  storedColor,
  storedFlag,
  storedList,
  storedNumber,
  storedPicture,
  storedText,
} from './stored-values.ts'

/** A value that a schema refuses, as the rule that it breaks. */
const refused = (rule: string) => ({ rule })

const kinds: Record<string, [z.ZodType, ...[text: string | null, expected: unknown][]]> = {
  text: [storedText({ max: 3 }), ['abc', 'abc'], [null, ''], ['abcd', refused('max.string')]],
  switch: [storedFlag(), ['1', true], ['0', false], ['', false], [null, false]],
  number: [
    storedNumber({ min: -1, max: 20 }),
    ['20', 20],
    ['-1', -1],
    ['21', refused('between')],
    ['-2', refused('between')],
    ['1.5', refused('integer')],
    ['', refused('integer')],
    [null, refused('integer')],
  ],
  list: [storedList(), [' a \n\nb c', ['a', 'b c']], ['', []], [null, []]],
  color: [
    storedColor(),
    ['#A0b1C2', '#A0b1C2'],
    ['#abc', '#abc'],
    ['red', refused('regex')],
    ['#abcd', refused('regex')],
  ],
  choice: [storedChoice(['all', 'members']), ['all', 'all'], ['none', refused('in')]],
  picture: [
    storedPicture(),
    ['badge-1.png', 'badge-1.png'],
    [null, null],
    ['extensions/badges/1.png', 'extensions/badges/1.png'],
    ['../a.png', refused('regex')],
  ],
}

describe.each(Object.entries(kinds))('%s', (_name, [schema, ...cases]) => {
  test.each(cases)('%j is read as %j', (text, expected) => {
    const { data, error } = schema.safeParse(text)
    const [issue] = error?.issues ?? []
    const rule = issue?.code === 'custom' && issue.params?.rule
    expect(issue ? { rule } : data).toEqual(expected)
  })
})
