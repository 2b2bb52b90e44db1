import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { loadClientBuild } from '@parley/server/client-build'
import { examineFunction } from '@parley/server/db/watched-selects'
import { createForum, type RunningForum } from '@parley/server/forum'
import { loadExtensions } from '../site/server.ts'
import { administrator, root } from './data.ts'
import type { Landmarks, Target } from './targets.ts'

/** The queries of one request. */
export interface RequestCost {
  queries: number
  /** SQLite's query plans of the statements, in order. */
  plans: string[]
}

/** Requests each target in this process without page cache, and records its queries and plans. */
export async function requestCosts(
  folder: string,
  targets: readonly Target[],
  landmarks: Landmarks,
): Promise<Map<Target, RequestCost>> {
  const prepared = recordStatements()
  const file = join(folder, 'forum.sqlite')
  const forum = await createForum({
    database: { file },
    dataDir: folder,
    baseUrl: 'http://127.0.0.1:3000',
    extensions: await loadExtensions(),
    client: await loadClientBuild(join(root, 'dist')),
    rateLimits: 'off',
    pageCache: 'off',
  })
  const costs = new Map<Target, RequestCost>()
  try {
    const token = await administratorToken(forum)
    for (const target of targets) {
      const headers = target.isAdministrators ? { authorization: `Token ${token}` } : {}
      const sendRequest = () => forum.inject({ method: 'GET', url: target.path(landmarks), headers })
      prepared.texts.clear()
      await sendRequest()
      const before = forum.current.database.queries
      const { statusCode } = await sendRequest()
      if (statusCode !== 200) throw new Error(`${target.name}: ${statusCode}`)
      costs.set(target, {
        queries: forum.current.database.queries - before,
        plans: explain(file, prepared.texts),
      })
    }
  } finally {
    prepared.stop()
    await forum.close()
  }
  return costs
}

async function administratorToken(forum: RunningForum): Promise<string> {
  const { username: identification, password } = administrator
  const payload = { identification, password }
  const { payload: answer } = await forum.inject({ method: 'POST', url: '/api/token', payload })
  return (JSON.parse(answer) as { token: string }).token
}

/** Records the text of every statement that is prepared from now on. */
function recordStatements(): { texts: Set<string>; stop(): void } {
  const { prepare } = DatabaseSync.prototype
  const texts = new Set<string>()
  DatabaseSync.prototype.prepare = function (text, ...rest) {
    texts.add(text)
    return prepare.call(this, text, ...rest)
  }
  return {
    texts,
    stop: () => {
      DatabaseSync.prototype.prepare = prepare
    },
  }
}

function explain(file: string, texts: ReadonlySet<string>): string[] {
  const database = new DatabaseSync(file, { readOnly: true })
  database.function(examineFunction, (_rowId) => 1)
  try {
    return [...texts]
      .filter((text) => /^\s*(select|with)\b/i.test(text) && !text.includes('sqlite_master'))
      .map((text) => {
        const steps = database.prepare(`explain query plan ${text}`).all()
        return `${text}\n${steps.map(({ detail }) => `  ${detail}`).join('\n')}`
      })
  } finally {
    database.close()
  }
}
