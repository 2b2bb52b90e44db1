import { recordConfigurationChange } from '../../infrastructure/configuration.ts'
import { ioError } from '../../infrastructure/errors.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import type { Route } from '../../points/requests/routes.ts'

/** `DELETE /api/cache`: rebuilds the forum and clears the page cache, in other processes too. */
export const cacheRoute: Route = {
  method: 'DELETE',
  path: '/api/cache',
  describes: {
    summary: 'Rebuild the forum and clear the page cache',
    answers: { 204: 'empty', 403: 'error', 409: 'error' },
  },
  async run(_request, context) {
    requireAdministrator(context)
    const { forum } = context
    await forum.write(context, ({ db }) => recordConfigurationChange(db))
    try {
      await forum.extensions.rebuild()
    } catch (error) {
      forum.log.error({ err: error }, 'Rebuilding the forum failed; the current build stays in effect')
      throw ioError()
    }
    return { status: 204, empty: true }
  },
}
