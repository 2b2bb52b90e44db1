import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PostStream, StreamState } from './post-stream/post-stream.ts'
import type { Position, ReadingPosition } from './post-stream/reading-position.ts'

/** What the parts of a discussion's page share. */
export interface DiscussionPageState {
  readonly stream: PostStream
  readonly position: ReadingPosition
}

export const DiscussionPageContext = createContext<DiscussionPageState | null>(null)

export function useDiscussionPage(): DiscussionPageState {
  const state = useContext(DiscussionPageContext)
  if (state === null) throw new Error('This component stands outside of a discussion.')
  return state
}

/** The posts that are loaded, and a new rendering whenever that changes. */
export function useStream(stream: PostStream): StreamState {
  const read = () => stream.state
  return useSyncExternalStore(stream.subscribe, read, read)
}

/** Where the reader is, and a new rendering whenever that changes. */
export function usePosition(position: ReadingPosition): Position {
  const read = () => position.current
  return useSyncExternalStore(position.subscribe, read, read)
}
