import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PostStream, StreamState } from './post-stream/post-stream.ts'
import type { Position, ReadingPosition } from './post-stream/reading-position.ts'

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

/** The stream's state; changes rerender the component. */
export function useStream(stream: PostStream): StreamState {
  const read = () => stream.state
  return useSyncExternalStore(stream.subscribe, read, read)
}

/** The reading position; changes rerender the component. */
export function usePosition(position: ReadingPosition): Position {
  const read = () => position.current
  return useSyncExternalStore(position.subscribe, read, read)
}
