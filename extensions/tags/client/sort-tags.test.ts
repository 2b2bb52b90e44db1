import { expect, test } from 'vitest'
import { sortTags } from './sort-tags.ts'
import type { TagRecord } from './tag-record.ts'

interface Given {
  id: string
  position: number | null
  parent?: string
  count?: number
}

function tagOf({ id, position, parent, count = 0 }: Given): TagRecord {
  const relationships = parent ? { parent: { type: 'tags', id: parent } } : {}
  return { id, type: 'tags', position, discussionCount: count, relationships } as unknown as TagRecord
}

test('tags are in the order of their positions, each followed by its children, then those with most discussions', () => {
  const tags: Given[] = [
    { id: 'few', position: null, count: 1 },
    { id: 'second', position: 1 },
    { id: 'many', position: null, count: 9 },
    { id: 'first-b', position: 1, parent: 'first' },
    { id: 'first', position: 0 },
    { id: 'second-a', position: 0, parent: 'second' },
    { id: 'first-a', position: 0, parent: 'first' },
  ]
  const expected = ['first', 'first-a', 'first-b', 'second', 'second-a', 'many', 'few']
  expect(sortTags(tags.map(tagOf)).map(({ id }) => id)).toEqual(expected)
  expect(sortTags(tags.toReversed().map(tagOf)).map(({ id }) => id)).toEqual(expected)
})

test('a child without its parent stands where its own position says', () => {
  const tags = [
    { id: 'child', position: 1, parent: 'missing' },
    { id: 'root', position: 0 },
  ]
  expect(sortTags(tags.map(tagOf)).map(({ id }) => id)).toEqual(['root', 'child'])
})
