import { expect, test } from 'vitest'
import type { StoreRecord } from '../../store/record.ts'
import { continuePath } from './discussion-path.ts'
import { replyCount, unreadCount } from './read-state.ts'

type Discussion = StoreRecord<'discussions'>

function discussion(attributes: Partial<Discussion>): Discussion {
  return {
    type: 'discussions',
    id: '12',
    relationships: {},
    title: 'Night trains',
    slug: '12-night-trains',
    commentCount: 10,
    lastPostNumber: 12,
    lastPostedAt: '2026-01-31T08:00:00+00:00',
    ...attributes,
  }
}

function viewer(markedAllAsReadAt: string | null): StoreRecord<'users'> {
  const name = { username: 'ann', displayName: 'Ann', slug: 'ann', avatarUrl: null }
  return { type: 'users', id: '1', relationships: {}, ...name, markedAllAsReadAt }
}

test('guests have nothing unread', () => {
  expect(unreadCount(discussion({}), undefined)).toBe(0)
})

test('all posts of an unopened discussion are unread, but not more than it has comments', () => {
  expect(unreadCount(discussion({}), viewer(null))).toBe(10)
  expect(unreadCount(discussion({ commentCount: 12 }), viewer(null))).toBe(12)
})

test('read posts do not count, even if later posts were deleted', () => {
  expect(unreadCount(discussion({ lastReadPostNumber: 9 }), viewer(null))).toBe(3)
  expect(unreadCount(discussion({ lastReadPostNumber: 12 }), viewer(null))).toBe(0)
  expect(unreadCount(discussion({ lastReadPostNumber: 15 }), viewer(null))).toBe(0)
})

test('unread posts, posts and replies agree: event posts do not count', () => {
  const events = discussion({ commentCount: 10, lastPostNumber: 20 })
  expect(unreadCount(events, viewer(null))).toBe(10)
  const begun = { ...events, lastReadPostNumber: 1, unreadCommentCount: 9 }
  expect(unreadCount(begun, viewer(null))).toBe(replyCount(events))
})

test('hidden posts and event posts are not unread, as the server counts', () => {
  const hidden = discussion({
    commentCount: 4,
    lastPostNumber: 8,
    lastReadPostNumber: 2,
    unreadCommentCount: 2,
  })
  expect(unreadCount(hidden, viewer(null))).toBe(2)
  // Read to the end meanwhile.
  expect(unreadCount({ ...hidden, lastReadPostNumber: 8 }, viewer(null))).toBe(0)
})

test('marking all as read covers posts until then, in any time zone of the timestamp', () => {
  expect(unreadCount(discussion({}), viewer('2026-01-31T08:00:00.000Z'))).toBe(0)
  expect(unreadCount(discussion({}), viewer('2026-01-31T09:30:00+01:00'))).toBe(0)
  expect(unreadCount(discussion({}), viewer('2026-01-31T07:59:59+00:00'))).toBe(10)
})

test('late posts are unread whatever was read after them, unless all was marked as read since', () => {
  const lateUnread = [
    { number: 8, shownAt: '2026-02-01T08:00:00+00:00' },
    { number: 3, shownAt: '2026-02-02T08:00:00+00:00' },
  ]
  const late = discussion({ lastReadPostNumber: 12, unreadCommentCount: 0, lateUnread })
  expect(unreadCount(late, viewer(null))).toBe(2)
  expect(unreadCount({ ...late, lastReadPostNumber: 10, unreadCommentCount: 2 }, viewer(null))).toBe(4)
  expect(unreadCount(late, viewer('2026-02-01T08:00:00.000Z'))).toBe(1)
  expect(unreadCount(late, viewer('2026-02-03T08:00:00.000Z'))).toBe(0)
  expect(continuePath(late)).toBe('/d/12-night-trains/3')
})

test('where all was marked as read, links lead to what became public since', () => {
  const lateUnread = [{ number: 8, shownAt: '2026-02-02T08:00:00+00:00' }]
  const marked = viewer('2026-02-01T08:00:00.000Z')
  for (const begun of [{}, { lastReadPostNumber: 3, unreadCommentCount: 7 }]) {
    const covered = discussion({ ...begun, lateUnread })
    expect(unreadCount(covered, marked)).toBe(1)
    expect(continuePath(covered, marked)).toBe('/d/12-night-trains/8')
  }
  expect(
    continuePath(discussion({ lastReadPostNumber: 3, lateUnread }), viewer('2026-02-03T08:00:00.000Z')),
  ).toBe('/d/12-night-trains/4')
})

test('a discussion without posts is read', () => {
  expect(unreadCount(discussion({ lastPostedAt: null }), viewer(null))).toBe(0)
})

test('replies are the comments after the first', () => {
  expect(replyCount(discussion({}))).toBe(9)
  expect(replyCount(discussion({ commentCount: 0 }))).toBe(0)
})

test('links lead to the first unread post', () => {
  expect(continuePath(discussion({}))).toBe('/d/12-night-trains')
  expect(continuePath(discussion({ lastReadPostNumber: 9 }))).toBe('/d/12-night-trains/10')
  expect(continuePath(discussion({ lastReadPostNumber: 12 }))).toBe('/d/12-night-trains/12')
})
