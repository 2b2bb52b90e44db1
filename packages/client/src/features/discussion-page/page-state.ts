import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import type { App } from '../../points/app.ts'
import type { PageLocation } from '../../points/routes.ts'
import { discussionPath } from '../discussions/discussion-path.ts'
import type { DiscussionPageState } from './page-context.ts'
import { PostStream } from './post-stream/post-stream.ts'
import { ReadingPosition } from './post-stream/reading-position.ts'
import { closestPost, windowOf } from './post-stream/stream-window.ts'
import { nearOf, streamIncludes } from './requests.ts'
import { Jumps } from './scrubber/jumps.ts'
import { ownPostsOf } from './scrubber/own-posts.ts'
import { PostDates } from './scrubber/post-dates.ts'

/** The state of a discussion's page that opens at an address. */
export function createPageState(
  app: App,
  location: PageLocation,
  documents: readonly unknown[],
): DiscussionPageState {
  const [discussion, posts] = documents as [ResourceDocument, CollectionDocument]
  const { id } = discussion.data
  const first = windowOf(posts)
  const near = nearOf(location)
  const owner = {}
  const stream: PostStream = new PostStream({
    discussionId: id,
    include: streamIncludes(app),
    first,
    readAt: app.router.state.entry.requestedAt,
    target: near > 1 ? { number: near } : undefined,
    load: (path, isBackground) =>
      app.store.read(() => app.api.request<CollectionDocument>(path, { isBackground })),
    push: (document) => app.store.push(document, owner),
    release: (kept) =>
      app.store.release(
        owner,
        kept.map(({ id }) => ({ type: 'posts', id })),
      ),
    onJumpFailed: (error, target) => app.alerts.showError(error, () => void stream.goTo(target)),
  })
  const post = closestPost(first, near)
  const position = new ReadingPosition({ number: post?.number ?? 1, createdAt: post?.createdAt })
  const path = (number: number) => discussionPath(app.store.get('discussions', id) ?? { slug: id }, number)
  const read = (path: string) => app.api.request<CollectionDocument>(path, { isBackground: true })
  return {
    stream,
    position,
    jumps: new Jumps({ router: app.router, stream, position, path }),
    dates: new PostDates(read, id),
    own: ownPostsOf(app),
  }
}
