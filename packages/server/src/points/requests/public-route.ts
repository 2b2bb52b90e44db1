import { notFound } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import type { Route } from './routes.ts'

interface PublicText {
  /** Summary in the description of the API. */
  summary: string
  mediaType: string
  /** How long shared caches may keep the answer. */
  seconds: number
  /** Returns the text; `context` is a guest's, in the forum's locale. */
  write(context: Context, params: Readonly<Record<string, string>>): Promise<string> | string
}

/** A route for a text that is the same for every visitor, such as a feed or a sitemap. */
export function publicRoute(path: string, { summary, mediaType, seconds, write }: PublicText): Route {
  return {
    method: 'GET',
    path,
    isPublic: true,
    describes: { summary, answers: { 200: { text: mediaType }, 404: 'error' } },
    async run({ params }, context) {
      const text = await write(context, params)
      const contentType = `${mediaType}; charset=utf-8`
      return { status: 200, text, contentType, headers: { 'cache-control': `public, max-age=${seconds}` } }
    },
  }
}

/** @throws 404 if guests may not view the forum. */
export function requirePublicForum({ actor, forum }: Context): void {
  if (!actor.can(forum.points.forumFacts.viewPermission)) throw notFound()
}
