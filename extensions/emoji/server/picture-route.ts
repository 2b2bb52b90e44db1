import { notFound, type Route } from '@parley/server'
import { pictureFolder, pictureSet } from '../shared/picture.ts'
import { readPicture } from './picture-files.ts'

const ending = '.svg'

/** Serves the pictures of emoji. Their addresses name the set, so that browsers keep them for a year. */
export const pictureRoute: Route = {
  method: 'GET',
  path: `${pictureFolder}/:set/:file`,
  isPublic: true,
  describes: {
    summary: 'Show the picture of an emoji',
    answers: { 200: { text: 'image/svg+xml' }, 404: 'error' },
  },
  async run({ params: { set, file = '' } }) {
    const isKnown = set === pictureSet && file.endsWith(ending)
    const svg = isKnown ? await readPicture(file.slice(0, -ending.length)) : undefined
    if (svg === undefined) throw notFound({ headers: { 'cache-control': 'public, max-age=3600' } })
    return {
      status: 200,
      text: svg,
      contentType: 'image/svg+xml',
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    }
  },
}
