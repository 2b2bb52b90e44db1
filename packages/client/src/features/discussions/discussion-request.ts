import type { App } from '../../points/app.ts'
import { includesOf } from '../../points/pages/includes.ts'

/**
 * Returns the API path of a discussion, with what extensions include.
 * @param own what else to include. Without one the answer would have the list of all posts, which is unbounded.
 */
export function discussionRequest(id: string, app: Pick<App, 'includes'>, own: readonly string[]): string {
  return `/discussions/${id}?include=${includesOf(app, { discussions: '' }, own)}`
}
