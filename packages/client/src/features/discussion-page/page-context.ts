import { createContext, useContext } from 'react'
import type { PostStream } from './post-stream/post-stream.ts'
import type { ReadingPosition } from './post-stream/reading-position.ts'
import type { Jumps } from './scrubber/jumps.ts'
import type { OwnPosts } from './scrubber/own-posts.ts'
import type { PostDates } from './scrubber/post-dates.ts'

/** State that the parts of a discussion's page share. */
export interface DiscussionPageState {
  readonly stream: PostStream
  readonly position: ReadingPosition
  readonly jumps: Jumps
  readonly dates: PostDates
  readonly own: OwnPosts
}

export const DiscussionPageContext = createContext<DiscussionPageState | null>(null)

/** The state of the page around a component that only renders when the posts are there. */
export function useDiscussionPage(): DiscussionPageState {
  const state = useContext(DiscussionPageContext)
  if (state === null)
    throw new Error('useDiscussionPage was called outside of a discussion (no DiscussionPageContext).')
  return state
}

/** The state of the page; `undefined` while its posts are being loaded. */
export function useKnownPage(): DiscussionPageState | undefined {
  return useContext(DiscussionPageContext) ?? undefined
}
