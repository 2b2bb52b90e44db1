import { createContext, useContext } from 'react'
import type { PostStream } from './post-stream/post-stream.ts'
import type { ReadingPosition } from './post-stream/reading-position.ts'

/** State that the parts of a discussion's page share. */
export interface DiscussionPageState {
  readonly stream: PostStream
  readonly position: ReadingPosition
}

export const DiscussionPageContext = createContext<DiscussionPageState | null>(null)

export function useDiscussionPage(): DiscussionPageState {
  const state = useContext(DiscussionPageContext)
  if (state === null)
    throw new Error('useDiscussionPage was called outside of a discussion (no DiscussionPageContext).')
  return state
}
