import { notFound } from '../../infrastructure/errors.ts'
import type { Route } from '../../points/requests/routes.ts'
import { readIcon } from './icon-files.ts'

const extension = '.svg'

/**
 * Serves the icons that administrators name by Font Awesome classes. A name stands for one drawing, so that browsers keep it;
 * they also remember for an hour that there is none.
 */
export const iconRoute: Route = {
  method: 'GET',
  path: '/assets/icons/:style/:file',
  isPublic: true,
  describes: {
    summary: 'Show an icon of Font Awesome',
    answers: { 200: { text: 'image/svg+xml' }, 404: 'error' },
  },
  async run({ params: { style = '', file = '' } }) {
    const svg = file.endsWith(extension) ? await readIcon(style, file.slice(0, -extension.length)) : undefined
    if (svg === undefined) throw notFound({ headers: { 'cache-control': 'public, max-age=3600' } })
    return {
      status: 200,
      text: svg,
      contentType: 'image/svg+xml',
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    }
  },
}
