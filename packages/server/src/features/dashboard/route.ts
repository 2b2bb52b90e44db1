import { statfs } from 'node:fs/promises'
import { z } from 'zod'
import { runChecks } from '../../points/checks/checks.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import type { Route } from '../../points/requests/routes.ts'
import { countedJobs, readDatabaseState, readFailedJobs, readJobs } from './state.ts'

const kinds = z.array(z.object({ name: z.string(), count: z.number() }))

const dashboardSchema = z.object({
  /** What is wrong: what does not work comes first. */
  problems: z.array(
    z.object({ name: z.string(), state: z.enum(['warn', 'fail']), text: z.string(), advice: z.string() }),
  ),
  versions: z.object({ parley: z.string(), node: z.string(), database: z.string() }),
  /** In bytes. */
  storage: z.object({ database: z.number(), free: z.number(), total: z.number() }),
  queue: z.object({
    running: kinds,
    waiting: kinds,
    failed: kinds,
    /** The most jobs that are counted: more are left out. */
    limit: z.number(),
  }),
})

/** `GET /api/admin/dashboard`: the state of the forum, for administrators. */
export const dashboardRoute: Route = {
  method: 'GET',
  path: '/api/admin/dashboard',
  describes: {
    summary: 'Show what is wrong, versions, storage and the queue',
    answers: { 200: { json: dashboardSchema }, 403: 'error' },
  },
  async run(_request, context) {
    requireAdministrator(context)
    const { forum, locale } = context
    const { database } = forum
    const findings = await runChecks(forum, locale)
    const problems = (['fail', 'warn'] as const).flatMap((state) =>
      findings.filter((finding) => finding.state === state),
    )
    const { name, version, bytes } = await readDatabaseState(database)
    const { bavail, blocks, bsize } = await statfs(forum.dataDir)
    const json = {
      problems,
      versions: { parley: forum.version, node: process.versions.node, database: `${name} ${version}` },
      storage: { database: bytes, free: bavail * bsize, total: blocks * bsize },
      queue: {
        ...(await readJobs(database)),
        failed: (await readFailedJobs(database)).kinds,
        limit: countedJobs,
      },
    }
    return { status: 200, json }
  },
}
