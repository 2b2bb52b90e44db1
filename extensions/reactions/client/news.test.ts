import type { App } from '@parley/client'
import { expect, test } from 'vitest'
import { followReactions } from './news.ts'

test('what happened since the page was asked for is heard, too; the posts of a discussion share that', () => {
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
  for (const end of ends) end()
  expect(followed).toEqual([])
})
