import type { App } from '../../points/app.ts'
import { includesBesides } from '../../points/pages/includes.ts'

/**
 * What a list of posts includes besides the server's defaults, by what it shows of each post; undefined for nothing.
 * @param shown the author, as a discussion's page; or the discussion, as lists of posts of several.
 */
export function postIncludes(
  app: Pick<App, 'includes'>,
  shown: { users: 'user.' } | { discussions: 'discussion.' },
): string[] | undefined {
  const defaults = ['user', 'user.groups', 'editedUser', 'hiddenUser', 'discussion']
  return includesBesides(app, { posts: '', ...shown }, defaults)
}
