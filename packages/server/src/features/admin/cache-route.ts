import { noteConfigurationChange } from '../../infrastructure/configuration.ts'
import { ioError } from '../../infrastructure/errors.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import type { Route } from '../../points/requests/routes.ts'

/** `DELETE /api/cache`: puts the forum together anew and forgets every finished page, in other processes too. */
export const cacheRoute: Route = {
  method: 'DELETE',
  path: '/api/cache',
  describes: {
    summary: 'Put the forum together anew and forget finished pages',
    answers: { 204: 'empty', 403: 'error', 409: 'error' },
  },
  async run(_request, context) {
    requireAdministrator(context)
    const { forum } = context
    await forum.write(context, ({ db }) => noteConfigurationChange(db))
    try {
      await forum.extensions.rebuild()
    } catch (error) {
      forum.log.error({ err: error }, 'The forum cannot be put together anew; it goes on as it was')
      throw ioError()
    }
    return { status: 204, empty: true }
  },
}
