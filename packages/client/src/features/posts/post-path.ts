import type { App } from '../../points/app.ts'
import type { StoreRecord } from '../../store/record.ts'
import { discussionPath } from '../discussions/discussion-path.ts'

/** Path of a post in its discussion, below the base path; `undefined` while the discussion is not loaded. */
export function postPath({ store }: Pick<App, 'store'>, post: StoreRecord<'posts'>): string | undefined {
  const discussion = store.related(post, 'discussion', 'discussions')
  return discussion && `${discussionPath(discussion)}/${post.number}`
}
