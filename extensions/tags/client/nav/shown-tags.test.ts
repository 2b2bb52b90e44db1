import { expect, test } from 'vitest'
import type { TagRecord } from '../tag-record.ts'
import { shownTags } from './shown-tags.ts'

function tagOf(id: string, position: number | null, discussionCount = 0): TagRecord {
  return { id, type: 'tags', position, discussionCount, relationships: {} } as unknown as TagRecord
}

const namesOf = (tags: readonly TagRecord[]) => tags.map(({ id }) => id)
const primary = [tagOf('second', 1), tagOf('first', 0)]
const secondary = [tagOf('few', null, 1), tagOf('many', null, 9), tagOf('some', null, 5)]

test('all tags with a position come first, then three of the others by their discussions', () => {
  const { tags, hasMore } = shownTags([...primary, ...secondary])
  expect(namesOf(tags)).toEqual(['first', 'second', 'many', 'some', 'few'])
  expect(hasMore).toBe(false)
  const more = shownTags([...primary, ...secondary, tagOf('least', null)])
  expect(namesOf(more.tags)).toEqual(['first', 'second', 'many', 'some', 'few'])
  expect(more.hasMore).toBe(true)
})

test('the shown tag is among them, wherever it stands', () => {
  const least = tagOf('least', null)
  expect(namesOf(shownTags([...primary, ...secondary, least], least).tags).at(-1)).toBe('least')
  expect(namesOf(shownTags(secondary, secondary[1]).tags)).toEqual(['many', 'some', 'few'])
  expect(namesOf(shownTags(primary, tagOf('child', 3)).tags)).toEqual(['first', 'second'])
})

test('a forum without tags has none', () => {
  expect(shownTags([])).toEqual({ tags: [], hasMore: false })
})
