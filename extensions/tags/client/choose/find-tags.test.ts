import { expect, test } from 'vitest'
import type { TagRecord } from '../tag-record.ts'
import { findTags } from './find-tags.ts'

const names = ['Night trains', 'Tickets & passes', 'Übernachtung', 'أخبار', 'Élan']
const tags = names.map((name, index) => ({ id: String(index), name, slug: `slug-${index}` }) as TagRecord)

test.each([
  ['', names],
  ['  ', names],
  ['TRAIN', ['Night trains']],
  ['trains night', ['Night trains']],
  ['ubern', ['Übernachtung']],
  ['é', ['Tickets & passes', 'Übernachtung', 'Élan']],
  ['اخبار', ['أخبار']],
  ['slug-1', ['Tickets & passes']],
  ['buses', []],
  ['\\', []],
])('%j finds %j', (query, expected) => {
  expect(findTags(tags, query).map(({ name }) => name)).toEqual(expected)
})
