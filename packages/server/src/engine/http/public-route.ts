import { notFound } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'

interface PublicText {
  /** For the description of the API. */
  summary: string
  mediaType: string
  /** For how long anybody may keep the answer. */
  seconds: number
  /** Writes the text; `context` is a guest's, in the forum's locale. */
  write(context: Context, params: Readonly<Record<string, string>>): Promise<string> | string
}

/** A text for programs, the same for everybody: a feed, a sitemap. */
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

/** 404 where guests see nothing of the forum. */
export function requirePublicForum({ actor }: Context): void {
  if (!actor.can('viewForum')) throw notFound()
}
