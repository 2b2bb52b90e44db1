import type { App } from '@parley/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { followReactions } from './news.ts'

test('what happened since the page was asked for is heard, too; the posts of a discussion share that', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const followed: unknown[][] = []
  const app = {
    userId: '2',
    router: { state: { entry: { requestedAt: 40 } } },
    realtime: {
      follow(topic: string, _listener: unknown, readAt?: number) {
        const entry = [topic, readAt]
        followed.push(entry)
        return () => followed.splice(followed.indexOf(entry), 1)
      },
    },
  } as unknown as App
  const ends = [followReactions(app, '7', '3'), followReactions(app, '8', '3')]
  expect(followed).toEqual([['discussion:3', 40]])
  vi.advanceTimersByTime(500)
  for (const end of ends) end()
  expect(followed).toEqual([])
  vi.advanceTimersByTime(100)
  // The way back to the page: what happened meanwhile.
  followReactions(app, '7', '3')()
  followReactions(app, '7', '3')
  expect(followed).toEqual([['discussion:3', 600]])
})
