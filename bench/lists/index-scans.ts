// node scripts/run.mjs bench/lists/index-scans.ts [--database postgres] [--discussions 300000]
// How long lists take that find their rows by an index scan, as a ratio to the list of a common key.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createForum, type RunningForum } from '@parley/server/forum'
import { startPostgresServer } from '@parley/testing/postgres-server'
import { fillShelves, makeShelfReader, shelf, shelvesExtension } from '@parley/testing/shelves'
import { loadExtensions } from '../../site/server.ts'
import { compareLists, install, type List, tokenOf } from './list-times.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    discussions: { type: 'string', default: '300000' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'parley-index-scans-'))
const postgres = values.database === 'postgres' ? await startPostgresServer() : undefined
const forum = await createForum({
  database: postgres ? { url: `${postgres.url}/postgres` } : { file: join(folder, 'forum.sqlite') },
  dataDir: folder,
  baseUrl: 'http://localhost',
  extensions: [...(await loadExtensions()), shelvesExtension()],
  rateLimits: 'off',
})
try {
  await install(forum)
  await fillShelves(forum, Number(values.discussions))
  if (!(await compareLists(forum, await listsOf(forum)))) process.exitCode = 1
} finally {
  await forum.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function listsOf(running: RunningForum): Promise<List[]> {
  const [first, last] = shelf.oldestParts
  const parts = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const all = await tokenOf(running, 1)
  const oldest = await tokenOf(running, (await makeShelfReader(running, [shelf.oldest])).id)
  const byParts = await tokenOf(running, (await makeShelfReader(running, parts)).id)
  const most = await tokenOf(running, (await makeShelfReader(running, [...parts, shelf.others])).id)
  const rare = `filter[shelf]=${shelf.rare}`
  return [
    { name: 'a common key', token: all, query: `filter[shelf]=${shelf.common}` },
    { name: 'a rare key', token: all, query: rare, hasGoal: true },
    { name: 'a rare key, newest first', token: all, query: `${rare}&sort=-createdAt`, hasGoal: true },
    { name: 'a rare key, most replies first', token: all, query: `${rare}&sort=-commentCount` },
    { name: 'the index', token: all, query: '' },
    { name: 'the index of a reader of 51 keys with all rows', token: most, query: '' },
    {
      name: 'the index of a reader of one key with the oldest 1,000',
      token: oldest,
      query: '',
      hasGoal: true,
    },
    {
      name: 'the index of a reader of 50 keys with the oldest 1,000',
      token: byParts,
      query: '',
      hasGoal: true,
    },
  ]
}
