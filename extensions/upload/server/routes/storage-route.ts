import type { Route } from '@parley/server'
import { z } from 'zod'
import { requireAdministrator } from '../rights.ts'

/** Files that are counted. */
const mostCounted = 10_000

const storage = z.object({
  files: z.number().describe('How many shared files there are.'),
  bytes: z.number().describe('How many bytes were uploaded with them.'),
  hasMore: z.boolean().describe('Whether there are files that are not counted: only the newest 10,000 are.'),
})

/** `GET /api/upload/storage`: tells administrators what the shared files take. */
export const storageRoute: Route = {
  method: 'GET',
  path: '/api/upload/storage',
  describes: { summary: 'Count the shared files', answers: { 200: { json: storage }, 403: 'error' } },
  async run(_request, context) {
    requireAdministrator(context)
    const { files, bytes } = await context.db
      .selectFrom((eb) =>
        eb
          .selectFrom('fof_upload_files')
          .select('size')
          .where('shared', '=', eb.lit(true))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(mostCounted + 1)
          .as('newest'),
      )
      .select((eb) => [eb.fn.countAll().as('files'), eb.fn.sum('newest.size').as('bytes')])
      .executeTakeFirstOrThrow()
    const json: z.infer<typeof storage> = {
      files: Math.min(Number(files), mostCounted),
      bytes: Number(bytes ?? 0),
      hasMore: Number(files) > mostCounted,
    }
    return { status: 200, json }
  },
}
