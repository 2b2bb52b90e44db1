import { expect, test } from 'vitest'
import { MemoryStorage } from '../../store/memory-storage.ts'
import { RecentDiscussions, type RecentList } from './recent-list.ts'

const recentOf = (...ids: string[]): RecentList => ({
  list: { ids, next: undefined, page: 1, relationships: {} },
  url: '/all?sort=top',
  request: '/discussions?sort=-commentCount',
  scroll: 0,
})

test('nothing is known before a list was seen, and an empty one does not count', () => {
  const recent = new RecentDiscussions(new MemoryStorage())
  recent.remember(recentOf())
  expect(recent.current).toBeUndefined()
  expect(recent.place).toBeUndefined()
})

test('the list is known as it was, and where it is outlives the page', () => {
  const storage = new MemoryStorage()
  const recent = new RecentDiscussions(storage)
  recent.remember(recentOf('1', '2'))
  recent.keepScroll(80)
  recent.remember(recentOf())
  expect(recent.current).toEqual({ ...recentOf('1', '2'), scroll: 80 })
  const later = new RecentDiscussions(storage)
  expect(later.current).toBeUndefined()
  expect(later.place).toEqual({ url: '/all?sort=top', request: '/discussions?sort=-commentCount', count: 2 })
})

test('what cannot be read or kept does no harm', () => {
  const storage = new MemoryStorage()
  for (const stored of ['{"url":', '{"url":5}', 'null', '7']) {
    storage.setItem('parley.recentDiscussions', stored)
    expect(new RecentDiscussions(storage).place).toBeUndefined()
  }
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const recent = new RecentDiscussions(storage)
  recent.remember(recentOf('1'))
  expect(recent.current).toEqual(recentOf('1'))
  expect(new RecentDiscussions().place).toBeUndefined()
})
