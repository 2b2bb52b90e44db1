import { recordConfigurationChange } from '../../infrastructure/configuration.ts'
import { ioError } from '../../infrastructure/errors.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'

/** Makes running servers clear their page cache and reload the configuration when the transaction commits. */
export async function clearCache(context: WriteContext): Promise<void> {
  await recordConfigurationChange(context.db)
  await writeAuditEntry(context, 'cache.cleared', {})
}

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
    await forum.write(context, clearCache)
    try {
      await forum.extensions.rebuild()
    } catch (error) {
      forum.log.error({ err: error }, 'Rebuilding the forum failed; the current build stays in effect')
      throw ioError()
    }
    return { status: 204, empty: true }
  },
}
