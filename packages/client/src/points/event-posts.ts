import type { EventPosts } from '@parley/shared'
import type { ReactNode } from 'react'
import type { StoreRecord } from '../store/record.ts'
import type { App } from './app.ts'
import { withErrorBoundary } from './error-boundary.tsx'
import type { Source } from './sources.ts'

/** Renders the content of one type of event post. */
export type EventPostComponent<K extends keyof EventPosts> = (props: {
  post: StoreRecord<'posts'>
  content: EventPosts[K]
}) => ReactNode

/** Props of a component whose content type is known at run time only. */
interface AnyProps {
  post: StoreRecord<'posts'>
  content: never
}

/** Collects the components. A later one of the same type replaces an earlier one. */
export function combineEventPosts(sources: readonly Source[]): App['eventPosts'] {
  const components = new Map<string, (props: AnyProps) => ReactNode>()
  for (const { id, extension } of sources) {
    for (const [type, component] of Object.entries(extension.eventPosts ?? {}))
      components.set(type, id === undefined ? component : withErrorBoundary<AnyProps>(id, component))
  }
  return components
}

declare module './extension.ts' {
  interface ClientExtension {
    /** Components for the event posts that the server's half declares, by type. */
    eventPosts?: { readonly [K in keyof EventPosts]?: EventPostComponent<K> }
  }
}

declare module './app.ts' {
  interface App {
    /** Components for event posts, by content type. */
    readonly eventPosts: ReadonlyMap<string, (props: AnyProps) => ReactNode>
  }
}
