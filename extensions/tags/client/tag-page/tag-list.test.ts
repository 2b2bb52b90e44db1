import type { App, PageLocation } from '@parley/client'
import { expect, test } from 'vitest'
import type { TagRecord } from '../tag-record.ts'
import { tagList } from './tag-list.ts'

const parent = { data: { type: 'tags', id: '1' } }.data
const tags = [
  { id: '1', slug: 'trains', canStartDiscussion: true, relationships: {} },
  { id: '2', slug: 'Sleepers', canStartDiscussion: false, relationships: { parent } },
] as unknown as TagRecord[]

const app = {
  store: { all: () => tags },
  forum: { tagSorts: { Sleepers: 'oldest' } },
} as unknown as App

const at = (slug: string) => ({ params: { slug } }) as unknown as PageLocation

test('a discussion that is started on the page of a tag begins with the tag and its parent', () => {
  expect(tagList.start?.(at('trains'), app)).toEqual({ fields: { tags: ['1'] }, isAllowed: true })
  expect(tagList.start?.(at('sleepers'), app)).toEqual({ fields: { tags: ['1', '2'] }, isAllowed: false })
})

test('a page without a loaded tag starts discussions as any other', () => {
  expect(tagList.start?.(at('untagged'), app)).toEqual({})
})

test('the first sort is that of the tag, whatever the case of its address', () => {
  expect(tagList.sort?.(at('SLEEPERS'), app)).toBe('oldest')
  expect(tagList.sort?.(at('trains'), app)).toBeUndefined()
})

test('the tag is requested by its slug, but not for discussions without tags', () => {
  const [request = ''] = tagList.requests?.(at('駅 a'), app) ?? []
  expect(request).toMatch(/^\/tags\/%E9%A7%85%20a\?include=children,/)
  expect(tagList.requests?.(at('untagged'), app)).toEqual([])
})
