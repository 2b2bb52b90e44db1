import { addressKey, notFound, type Route } from '@parley/server'
import { isSigned, type PictureKind, picturesPath } from './address.ts'
import { keptPicturesOf } from './kept-pictures.ts'

const kinds: readonly string[] = ['picture', 'icon'] satisfies PictureKind[]

/** `GET /api/link-preview-pictures/{kind}?address=…&signature=…`: a picture of another site, as the forum has encoded it. */
export const pictureRoute: Route = {
  method: 'GET',
  path: `${picturesPath}/:kind`,
  isPublic: true,
  isInViews: true,
  isSlow: true,
  describes: {
    summary: 'Show a picture of a page on another site',
    answers: { 200: { text: 'image/webp' }, 404: 'error' },
  },
  async run({ params, query: { address, signature } }, context) {
    const kind = params.kind as PictureKind
    if (!kinds.includes(kind) || typeof address !== 'string' || typeof signature !== 'string')
      throw notFound()
    const { forum, client } = context
    if (!isSigned(forum, { address, kind, signature })) throw notFound()
    const by = addressKey(client?.ip ?? '')
    const path = await keptPicturesOf(forum).find(context, { address, kind, by })
    if (path === undefined) throw notFound()
    return { status: 200, storedFile: path }
  },
}
