import { expect, test } from 'vitest'
import { MemoryStorage } from '../../store/memory-storage.ts'
import { RecentDiscussions, type RecentList } from './recent-list.ts'

const recentOf = (...ids: string[]): RecentList => ({
  list: { ids, next: undefined, page: 1, relationships: {} },
  url: '/all?sort=top',
  request: '/discussions?sort=-commentCount',
  scroll: 0,
})

test('is empty at first, and ignores empty lists', () => {
  const recent = new RecentDiscussions(new MemoryStorage())
  recent.remember(recentOf())
  expect(recent.current).toBeUndefined()
  expect(recent.place).toBeUndefined()
})

test('remembers the list until the page is left, and its place over reloads', () => {
  const storage = new MemoryStorage()
  const recent = new RecentDiscussions(storage)
  recent.remember(recentOf('1', '2'))
  recent.saveScroll(80)
  recent.remember(recentOf())
  expect(recent.current).toEqual({ ...recentOf('1', '2'), scroll: 80 })
  const later = new RecentDiscussions(storage)
  expect(later.current).toBeUndefined()
  expect(later.place).toEqual({ url: '/all?sort=top', request: '/discussions?sort=-commentCount', count: 2 })
})

test('works with invalid, full or missing storage', () => {
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
